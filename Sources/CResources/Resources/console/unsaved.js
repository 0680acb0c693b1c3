// What was entered in a form that changes something is not lost without a question: neither by leaving the page nor by
// sending another form.
let sent;

function isChanged(element) {
  if (element.type === "hidden" || element.disabled) return false;
  if (element.type === "checkbox" || element.type === "radio") return element.checked !== element.defaultChecked;
  if (element instanceof HTMLSelectElement) {
    const standard = Math.max(0, [...element.options].findIndex((option) => option.defaultSelected));
    return element.selectedIndex !== standard;
  }
  return element.defaultValue !== undefined && element.value !== element.defaultValue;
}

function isUnsaved(form) {
  return form !== sent && form.getAttribute("method") === "post" && [...form.elements].some(isChanged);
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const frame = submitter?.getAttribute("formtarget") ?? form.getAttribute("target");
  if (!event.defaultPrevented && !frame) sent = form;
});
addEventListener("pageshow", () => { sent = undefined; });
addEventListener("beforeunload", (event) => {
  if ([...document.forms].some(isUnsaved)) event.preventDefault();
});
