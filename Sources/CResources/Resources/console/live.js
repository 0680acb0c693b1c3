// Views that follow what happens. The page has one stream of events (<body data-stream="URL">); when one comes, the page is
// fetched again from its own URL, and every element with data-live and an ID takes over what is new in it. The server alone
// renders; nothing polls. With data-due an element is also renewed after so many milliseconds, when something in it changes
// by the clock alone. What one is typing stays, and so does the focus.
import { announce } from "./announce.js";
import { prepare } from "./copy.js";
import { setClock, watchClocks } from "./clock.js";

const controls = "a, button, input, select, textarea, summary";
const fields = "input:not([type=hidden]), select, textarea";

/** Whether one has typed into a field, ticked it, or chosen something in it. */
function isChanged(field) {
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (!field.matches("select")) return field.value !== field.defaultValue;
  const initial = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return field.value !== (initial?.value ?? "");
}

/** Whether what is in an element must not be replaced: one is typing there. */
function isInUse(element) {
  return [...element.querySelectorAll(fields)].some((field) => field === document.activeElement || isChanged(field));
}

/** Puts an element in the place of its older form, with the focus, what is open and what is ticked where it was. */
function replace(old, element) {
  const focused = [...old.querySelectorAll(controls)].indexOf(document.activeElement);
  for (const [kind, state] of [["details", "open"], ["[type=checkbox]", "checked"]]) {
    const known = [...old.querySelectorAll(kind)];
    [...element.querySelectorAll(kind)].forEach((part, index) => { if (known[index]?.[state]) part[state] = true; });
  }
  old.replaceWith(element);
  if (focused >= 0) element.querySelectorAll(controls)[focused]?.focus({ preventScroll: true });
}

/** Makes `current` equal to `next`, keeping the elements that are the same, with their focus and their state. */
function update(current, next, isNews) {
  const known = new Map([...current.children].map((child) => [child.dataset.key, child]));
  let position = current.firstElementChild;
  for (const child of [...next.children]) {
    const old = child.dataset.key === undefined ? undefined : known.get(child.dataset.key);
    if (old && old === position) position = position.nextElementSibling;
    if (old && old.dataset.version === child.dataset.version) {
      if (old.nextElementSibling !== position) current.insertBefore(old, position);
      continue;
    }
    if (isNews) child.classList.add("arrived");
    if (old) {
      if (old.nextElementSibling !== position) current.insertBefore(old, position);
      replace(old, child);
    } else {
      current.insertBefore(child, position);
    }
  }
  while (position) {
    const gone = position;
    position = position.nextElementSibling;
    gone.remove();
  }
}

function updateParts(current, next) {
  for (const part of [...next.querySelectorAll("[data-part]")]) {
    const old = current.querySelector(`[data-part="${part.dataset.part}"]`);
    // A part with a version is kept with the parts in it, unless it is about something else now.
    const isSame = part.dataset.version === undefined
      ? old && shape(old.outerHTML) === shape(part.outerHTML) : old?.dataset.version === part.dataset.version;
    if (old && !isSame && !isInUse(old)) replace(old, part);
  }
}

/** Takes over what the fields of a form begin with, unless one has begun to fill it in. */
function updateFields(form, next) {
  if (isInUse(form)) return;
  for (const field of form.querySelectorAll("input, textarea")) {
    const other = field.id ? next.querySelector(`#${CSS.escape(field.id)}`)
      : next.querySelector(`[name="${CSS.escape(field.name)}"]`);
    if (!other) continue;
    if (field.defaultValue !== other.defaultValue) {
      field.defaultValue = other.defaultValue;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (field.defaultChecked !== other.defaultChecked) field.defaultChecked = field.checked = other.defaultChecked;
  }
}

const clocks = "time[data-ticks]";

/** The same for markup that differs only in times that go on, and in how scripts have written times and their zone. */
function shape(markup) {
  return markup.replace(/(<[^>]* data-zone[^>]*>)[^<]*/g, "$1").replace(/<time([^>]*)>[^<]*<\/time>/g, (time, attributes) => (
    attributes.includes("data-ticks") ? "<time>" : /datetime="[^"]*"/.exec(attributes)?.[0] ?? time));
}

/** What the server has last said of an element, whatever scripts have made of it since. */
const served = new WeakMap();
for (const element of document.querySelectorAll("[data-live][id]")) served.set(element, shape(element.innerHTML));

/** Puts other content into an element, with the focus where it was. */
function refill(current, next) {
  const focused = [...current.querySelectorAll(controls)].indexOf(document.activeElement);
  served.set(current, shape(next.innerHTML));
  current.replaceChildren(...next.childNodes);
  if (focused >= 0) current.querySelectorAll(controls)[focused]?.focus({ preventScroll: true });
}

function renew(current, next, isNews) {
  prepare(next);
  const keyed = next.querySelector("[data-keyed]");
  const list = current.querySelector("[data-keyed]");
  if (current.matches("form")) {
    updateFields(current, next);
  } else if (keyed && list) {
    update(list, keyed, isNews);
    updateParts(current, next);
  } else if (served.get(current) === shape(next.innerHTML)) {
    // What is pressed just now stays; a clock that goes on may have been set.
    const times = [...next.querySelectorAll(clocks)];
    [...current.querySelectorAll(clocks)].forEach((time, index) => setClock(time, times[index].dateTime));
  } else if (keyed || list || !isInUse(current)) {
    refill(current, next);
  }
  if (next.dataset.due === undefined) delete current.dataset.due;
  else current.dataset.due = next.dataset.due;
  if (next.dataset.news && next.dataset.news !== current.dataset.news) announce(next.dataset.news);
  if (next.dataset.news !== undefined) current.dataset.news = next.dataset.news;
}

/** Forms of this page work with a server that was started again as well. */
function takeToken(page) {
  const [token, next] = [document, page].map((one) => one.querySelector("meta[name=form-token]"));
  if (!next || token.content === next.content) return;
  token.content = next.content;
  for (const field of document.querySelectorAll("input[name=formToken]")) field.value = next.content;
}

const place = document.getElementById("connection");

/** Says how the page is connected, or what has become of what it shows. */
function say(text, isProblem = true) {
  place.textContent = text;
  place.classList.toggle("problem", isProblem);
}

let { project } = document.body.dataset;
const content = document.getElementById("content");

/** What the page shows may be gone: the project, or the only thing on it. */
function farewell(page, isKnown) {
  const there = page.body.dataset.project;
  if (project !== undefined && there === undefined) return `Project ${project} does not exist any more`;
  project = there;
  return isKnown ? "" : page.querySelector("h1")?.textContent ?? "";
}

let gone = "";

async function refresh(isNews) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (answer.status === 401) { location.reload(); return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!page.getElementById("content")) return;
  takeToken(page);
  // The project exists by now.
  if (!page.querySelector("[data-unmade]")) document.querySelector("[data-unmade]")?.remove();
  if (answer.ok) document.title = page.title;
  let isKnown = !content.querySelector("[data-live]");
  for (const element of document.querySelectorAll("[data-live]")) {
    const next = page.getElementById(element.id);
    if (!next) continue;
    isKnown ||= content.contains(element);
    renew(element, next, isNews);
  }
  watchClocks();
  wait();
  document.dispatchEvent(new Event("renewed"));
  const end = farewell(page, isKnown);
  if (end !== gone) say(end);
  gone = end;
}

/** How long between two looks at least, in milliseconds. */
const pause = 200;

/** At most one request at a time, and one more after it for all events that came meanwhile. */
function serially(work) {
  let running;
  let again = false;
  return (...values) => {
    if (running) { again = true; return running; }
    running = (async () => {
      do {
        // A busy server is looked at a few times a second, not all the time.
        if (again) await new Promise((resolve) => { setTimeout(resolve, pause); });
        again = false;
        try { await work(...values); } catch { /* The stream connects again, and the next event tries again. */ }
      } while (again);
      running = undefined;
    })();
    return running;
  };
}

const look = serially(refresh);

/** Shows what an element has at the page's address, which was changed. */
export function show(id) {
  const element = document.getElementById(id);
  if (element) element.dataset.live ??= "";
  return look(false);
}

/** The longest time that timers know. */
const longest = 2 ** 31 - 1;
let timer;

/** Looks again when the first of the elements changes by the clock alone. */
function wait() {
  clearTimeout(timer);
  const times = [...document.querySelectorAll("[data-live][data-due]")].map((element) => Number(element.dataset.due));
  if (times.length > 0) timer = setTimeout(() => look(true), Math.min(...times, longest));
}

/** How long after a refusal one tries again, and how long good news is shown, in milliseconds. */
const [retry, shown] = [2000, 5000];
let source;
let wasOpen = false;
let isLost = false;

async function opened() {
  document.documentElement.dataset.live = "on";
  // What happened while there was no connection.
  if (wasOpen || isLost) await look(true);
  wasOpen = true;
  if (!isLost) return;
  isLost = false;
  if (gone) { say(gone); return; }
  say("Up to date again", false);
  setTimeout(() => { if (!isLost && !gone) say("", false); }, shown);
}

function lost() {
  document.documentElement.dataset.live = "off";
  isLost = true;
  say("Reconnecting…");
  // A browser gives up where another answer than a stream comes; the page itself says what that is about.
  if (source.readyState === EventSource.CLOSED) setTimeout(() => { if (isLost) { connect(); look(true); } }, retry);
}

function connect() {
  source?.close();
  source = new EventSource(document.body.dataset.stream);
  source.addEventListener("open", opened);
  source.addEventListener("error", lost);
  source.addEventListener("change", () => look(true));
}

// Browsers open only six connections to a server, for all tabs and for the app: of the pages that are not seen, one keeps
// its own, so that the title of its tab stays right.
let letGo;
function followHidden() {
  const close = () => source?.close();
  if (!navigator.locks) { close(); return; }
  navigator.locks.request("firebreak: a page that is not seen", { ifAvailable: true }, (lock) => {
    if (!lock) { close(); return undefined; }
    if (!source) connect();
    return new Promise((resolve) => { letGo = resolve; });
  });
}

if (document.body.dataset.stream !== undefined) {
  wait();
  if (document.hidden) followHidden();
  else connect();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { followHidden(); return; }
    letGo?.();
    letGo = undefined;
    if (source?.readyState !== EventSource.OPEN) connect();
  });
}
