// Lists of which one ticks some entries: <form data-selection>. It says how many they are, and one box ticks all that are
// shown. Without scripts the boxes and buttons do the same.
function update(form) {
  const boxes = [...form.querySelectorAll("tbody [type=checkbox]")];
  const count = boxes.filter((box) => box.checked).length;
  const all = form.querySelector("[data-select-all]");
  all.closest("[hidden]")?.removeAttribute("hidden");
  all.checked = count > 0 && count === boxes.length;
  all.indeterminate = count > 0 && count < boxes.length;
  form.querySelector("[data-selected]").textContent = `${count} selected`;
}

function updateAll() { for (const form of document.querySelectorAll("[data-selection]")) update(form); }

document.addEventListener("change", (event) => {
  const form = event.target.closest("[data-selection]");
  if (!form) return;
  if (event.target.matches("[data-select-all]")) {
    for (const box of form.querySelectorAll("tbody [type=checkbox]")) box.checked = event.target.checked;
  }
  update(form);
});
// Entries come and go, and the browser puts back what was ticked when one comes back to a page.
document.addEventListener("renewed", updateAll);
window.addEventListener("pageshow", updateAll);
updateAll();
