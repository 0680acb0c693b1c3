// Choices that send their form once they are changed: <select data-submit>. Only those made with a pointer: with the
// keyboard one passes other values on the way, and the form has a button.
let isPointed = false;
document.addEventListener("pointerdown", () => { isPointed = true; }, true);
document.addEventListener("keydown", () => { isPointed = false; }, true);
document.addEventListener("change", (event) => {
  if (isPointed && event.target.matches("[data-submit]")) event.target.form.requestSubmit();
});
