// Lists with a scroll position of their own beside what their entries lead to: <section data-keeps-place="name">. Who
// follows an entry finds the list where it was on the next page. After using the keyboard, the focus is on what was
// opened (data-opened), and "j" and "k" go on from its entry.
for (const list of document.querySelectorAll("[data-keeps-place]")) {
  const name = `place of ${list.dataset.keepsPlace}`;
  const kept = JSON.parse(sessionStorage.getItem(name) ?? "null");
  sessionStorage.removeItem(name);
  const current = list.querySelector("[data-entry][aria-current]");
  if (kept) list.scrollTop = kept.position;
  if (kept?.isByKeyboard) document.querySelector("[data-opened]")?.focus({ preventScroll: true });
  current?.scrollIntoView({ block: "nearest" });
  list.addEventListener("click", (event) => {
    if (!event.target.closest("[data-entry]")) return;
    // The keyboard's clicks have no count.
    const place = { position: list.scrollTop, isByKeyboard: event.detail === 0 };
    sessionStorage.setItem(name, JSON.stringify(place));
  });
}
