// Rows that lead somewhere as a whole: a click beside the controls of a table's row follows its link (data-entry), which
// remains what keyboards and screen readers use.
function entry(event) {
  if (event.defaultPrevented || String(getSelection())) return null;
  if (event.target.closest("a, button, input, select, textarea, label, summary")) return null;
  return event.target.closest("tr")?.querySelector("[data-entry]");
}

document.addEventListener("click", (event) => {
  const { ctrlKey, metaKey, shiftKey } = event;
  entry(event)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
});
// The middle button opens a tab.
document.addEventListener("auxclick", (event) => {
  const link = event.button === 1 ? entry(event) : null;
  if (link) open(link.href, "_blank", "noopener");
});
