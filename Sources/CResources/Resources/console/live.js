// Views that follow what happens. An element with data-live="URL of a stream of events" and an ID is fetched again from
// this page's own URL when an event comes, and takes over what is new in it. The server alone renders; nothing polls.
// With data-due it is also fetched after so many milliseconds, when something in it changes by the clock alone.
import { announce } from "./announce.js";
import { prepare } from "./copy.js";

/** Makes `current` equal to `next`, keeping the elements that are the same, with their focus and their state. */
function update(current, next, isNews) {
  const known = new Map([...current.children].map((child) => [child.dataset.key, child]));
  let position = current.firstElementChild;
  for (const child of [...next.children]) {
    const old = child.dataset.key === undefined ? undefined : known.get(child.dataset.key);
    if (old?.dataset.version === child.dataset.version && old) {
      if (old !== position) current.insertBefore(old, position);
      else position = position.nextElementSibling;
      known.delete(child.dataset.key);
      continue;
    }
    if (isNews) child.classList.add("arrived");
    current.insertBefore(child, position);
    if (!old) continue;
    const hadFocus = old.contains(document.activeElement);
    if (old === position) position = position.nextElementSibling;
    old.remove();
    known.delete(child.dataset.key);
    if (hadFocus) (child.querySelector("a, button") ?? child).focus();
  }
  while (position) {
    const gone = position;
    position = position.nextElementSibling;
    gone.remove();
  }
}

/** Puts a part in the place of its older form, with the focus where it was. */
function replace(old, part) {
  const controls = "a, button, input, select, textarea, summary";
  const focused = [...old.querySelectorAll(controls)].indexOf(document.activeElement);
  old.replaceWith(part);
  if (focused >= 0) part.querySelectorAll(controls)[focused]?.focus();
}

function updateParts(current, next) {
  for (const part of [...next.querySelectorAll("[data-part]")]) {
    const old = current.querySelector(`[data-part="${part.dataset.part}"]`);
    // A part with a version is kept with the parts in it, unless it is about something else now.
    const isSame = part.dataset.version === undefined
      ? old?.outerHTML === part.outerHTML : old?.dataset.version === part.dataset.version;
    if (old && !isSame) replace(old, part);
  }
}

async function refresh(id, isNews) {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [current, next] = [document.getElementById(id), page.getElementById(id)];
  if (!current || !next) return;
  // The project exists by now.
  if (!page.querySelector("[data-unmade]")) document.querySelector("[data-unmade]")?.remove();
  prepare(next);
  const keyed = next.querySelector("[data-keyed]");
  const list = current.querySelector("[data-keyed]");
  if (keyed && list) {
    update(list, keyed, isNews);
    updateParts(current, next);
  } else if (current.innerHTML !== next.innerHTML) {
    current.replaceChildren(...next.childNodes);
  }
  if (next.dataset.due === undefined) delete current.dataset.due;
  else current.dataset.due = next.dataset.due;
  if (next.dataset.news) announce(next.dataset.news);
}

/** How long between two looks at least, in milliseconds. */
const pause = 200;

/** At most one request at a time, and one more after it for all events that came meanwhile. */
function serially(work) {
  let running = false;
  let again = false;
  return async (...values) => {
    if (running) { again = true; return; }
    running = true;
    do {
      // A busy server is looked at a few times a second, not all the time.
      if (again) await new Promise((resolve) => { setTimeout(resolve, pause); });
      again = false;
      try { await work(...values); } catch { /* The stream connects again, and the next event tries again. */ }
    } while (again);
    running = false;
  };
}

/** What fetches an element again, by its ID. */
const fetchers = new Map();

/** Shows what an element has at the page's address, which was changed. */
export function show(id) {
  const fetcher = fetchers.get(id);
  if (fetcher) fetcher(false);
  else location.reload();
}

/** The longest time that timers know. */
const longest = 2 ** 31 - 1;

for (const element of document.querySelectorAll("[data-live]")) {
  let timer;
  const wait = () => {
    clearTimeout(timer);
    const due = element.dataset.due;
    if (due !== undefined) timer = setTimeout(() => changed(true), Math.min(Number(due), longest));
  };
  const changed = serially(async (isNews) => {
    await refresh(element.id, isNews);
    wait();
  });
  fetchers.set(element.id, changed);
  wait();

  let source;
  let wasOpen = false;
  const connect = () => {
    source = new EventSource(element.dataset.live);
    source.addEventListener("open", () => {
      document.documentElement.dataset.live = "on";
      // What happened while there was no connection.
      if (wasOpen) changed(true);
      wasOpen = true;
    });
    source.addEventListener("error", () => { document.documentElement.dataset.live = "off"; });
    for (const name of ["message", "status", "request", "change"]) source.addEventListener(name, () => changed(true));
  };
  if (!document.hidden) connect();
  // Browsers open only six connections to a server, for all tabs and for the app: a page that nobody sees needs none.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) source?.close();
    else if (source?.readyState !== EventSource.OPEN) connect();
  });
}
