// Times that go on: <time data-ticks datetime="…"> shows what the project's clock says. The server gave the time when it
// answered, so this machine's own clock does not matter.
const arrival = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
const clocks = [...document.querySelectorAll("time[data-ticks]")].map((element) => ({
  element, start: Date.parse(element.dateTime) - arrival,
}));

function tick() {
  for (const { element, start } of clocks) {
    const now = new Date(start + performance.now()).toISOString();
    element.dateTime = now;
    element.textContent = now.slice(0, 19).replace("T", " ");
  }
  setTimeout(tick, 1000 - ((clocks[0].start + performance.now()) % 1000));
}

if (clocks.length > 0) tick();
