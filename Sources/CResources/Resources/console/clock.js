// Times that go on: <time data-ticks datetime="…"> shows what the project's clock says, in the reader's zone. The server
// gave the time when it answered, so this machine's own clock does not matter.
import { local, utc } from "./times.js";

const arrival = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
const clocks = [...document.querySelectorAll("time[data-ticks]")].map((element) => ({
  element, start: Date.parse(element.dateTime) - arrival,
}));

function tick() {
  for (const { element, start } of clocks) {
    const now = new Date(start + performance.now());
    element.dateTime = now.toISOString();
    element.textContent = local(now);
    element.title = utc(now);
  }
  setTimeout(tick, 1000 - ((clocks[0].start + performance.now()) % 1000));
}

if (clocks.length > 0) tick();
