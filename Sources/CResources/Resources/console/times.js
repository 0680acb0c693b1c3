// Times in the reader's zone: <time datetime="…">, which the server writes in UTC, with as much of date and time as there
// is room for. The title has UTC, and how long ago it was by the project's clock. With data-relative that is what a time of
// the last or the next day itself says; among facts it stands after the time.
const pad = (number, length = 2) => String(number).padStart(length, "0");

function date(moment) { return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`; }

function clock(moment, seconds = true) {
  return `${pad(moment.getHours())}:${pad(moment.getMinutes())}${seconds ? `:${pad(moment.getSeconds())}` : ""}`;
}

/** Such as "2026-06-01 14:00:00". */
export function local(moment) { return `${date(moment)} ${clock(moment)}`; }

/** Such as "2026-06-01 12:00:00 UTC". */
export function utc(moment) { return `${moment.toISOString().slice(0, 19).replace("T", " ")} UTC`; }

// The project's clock: the server's word for it, and the time since. This machine's own clock does not matter.
const meta = document.querySelector("meta[name=project-now]");
const arrival = performance.getEntriesByType("navigation")[0]?.responseStart ?? 0;
const start = Date.parse(meta?.content ?? "") || Date.now();
const now = () => (meta?.dataset.frozen === undefined ? start + performance.now() - arrival : start);

const units = [[86_400_000, "day"], [3_600_000, "h"], [60_000, "min"], [1000, "s"]];

/** Such as "2 min ago" and "in 3 days", which is the nearest number of them; nothing for what is a month away. */
function distance(moment) {
  const difference = moment - now();
  const length = Math.abs(difference);
  if (length < 2000) return "just now";
  if (length > 30 * 86_400_000) return "";
  // An hour that has just begun is one, not 60 minutes.
  const whole = difference > 60_000 ? Math.round(length / 60_000) * 60_000 : length;
  const [size, name] = units.find(([size]) => whole >= size);
  const count = difference < 0 ? Math.floor(length / size) : Math.round(length / size);
  const words = `${count} ${name}${name === "day" && count > 1 ? "s" : ""}`;
  return difference < 0 ? `${words} ago` : `in ${words}`;
}

/** The time in the form that the server chose: with or without date, seconds and milliseconds. */
function inForm(moment, form) {
  const milliseconds = form.milliseconds ? `.${pad(moment.getMilliseconds(), 3)}` : "";
  const time = clock(moment, form.seconds) + milliseconds;
  return form.date || date(moment) !== date(new Date(now())) ? `${date(moment)} ${time}` : time;
}

const form = /^(\d{4}-\d\d-\d\d )?\d\d:\d\d(:\d\d)?(\.\d+)?( UTC)?$/;

function show(element) {
  const moment = new Date(element.dateTime);
  if (Number.isNaN(moment.getTime()) || element.dataset.ticks !== undefined) return;
  if (!element.form) {
    const parts = form.exec(element.textContent);
    if (!parts) return;
    element.form = { date: parts[1] !== undefined, seconds: parts[2] !== undefined, milliseconds: parts[3] !== undefined };
  }
  const near = distance(moment);
  let text = inForm(moment, element.form);
  if (near && element.dataset.relative !== undefined && Math.abs(moment - now()) < 86_400_000) text = near;
  else if (near && element.matches("dd time, p.state time")) text += ` (${near})`;
  if (element.textContent !== text) element.textContent = text;
  const title = [element.textContent === near ? local(moment) : near, utc(moment)].filter(Boolean).join(" · ");
  if (element.title !== title) element.title = title;
}

/** While there are times on the page, how long ago they were goes on; the server is not asked. */
let timer;
function goOn() {
  if (timer !== undefined || !document.querySelector("time[datetime]:not([data-ticks])")) return;
  timer = setTimeout(() => {
    timer = undefined;
    if (document.hidden) goOn();
    else showAll(document);
  }, 5000);
}

function showAll(root) {
  for (const element of root.querySelectorAll("time[datetime]")) show(element);
  for (const element of root.querySelectorAll("[data-zone]:empty")) {
    element.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone;
  }
  goOn();
}

showAll(document);
// Views that are live bring new ones.
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) if (node instanceof Element) showAll(node.parentElement ?? node);
  }
}).observe(document.body, { childList: true, subtree: true });
