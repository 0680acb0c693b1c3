// The keyboard: "/" goes to the search field, "j" and "k" to the next and the previous entry of a list, "?" lists the keys.
import { showKeys } from "./options.js";

function isTyping(target) {
  return target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (event.key === "/") {
    const field = document.querySelector("input[type=search]");
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  } else if (event.key === "?") {
    event.preventDefault();
    showKeys();
  } else if (event.key === "j" || event.key === "k") {
    const entries = [...document.querySelectorAll("[data-entry]")];
    if (entries.length === 0) return;
    // Beside a list, what is read is its current entry.
    const focused = entries.indexOf(document.activeElement.closest("[data-entry]"));
    const current = focused >= 0 ? focused : entries.findIndex((entry) => entry.hasAttribute("aria-current"));
    const next = event.key === "j" ? Math.min(current + 1, entries.length - 1) : Math.max(current - 1, 0);
    entries[next].focus();
  }
});
