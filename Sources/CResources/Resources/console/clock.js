// Times that go on: <time data-ticks datetime="…"> shows what the project's clock says, in the reader's zone. The server
// gave the time when it answered, so this machine's own clock does not matter.
import { local, utc } from "./times.js";

const starts = new WeakMap();
let timer;

function tick() {
  const clocks = [...document.querySelectorAll("time[data-ticks]")].filter((element) => starts.has(element));
  for (const element of clocks) {
    const now = new Date(starts.get(element) + performance.now());
    element.dateTime = now.toISOString();
    element.textContent = local(now);
    element.title = utc(now);
  }
  timer = clocks.length > 0
    ? setTimeout(tick, 1000 - ((starts.get(clocks[0]) + performance.now()) % 1000)) : undefined;
}

/** Sets a clock to the time that the server has just given. */
export function setClock(element, time) {
  starts.set(element, Date.parse(time) - performance.now());
}

/** Lets clocks go on that have just come into the page.
 * @param arrival When the server gave their time, as performance.now() says it. */
export function watchClocks(arrival = performance.now()) {
  for (const element of document.querySelectorAll("time[data-ticks]")) {
    if (!starts.has(element)) starts.set(element, Date.parse(element.dateTime) - arrival);
  }
  clearTimeout(timer);
  tick();
}

watchClocks(performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
