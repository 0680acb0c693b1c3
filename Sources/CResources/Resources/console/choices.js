// Fields that go with some choices only: <div data-when="name of the select" data-is="its values">.
function update(form) {
  for (const part of form.querySelectorAll("[data-when]")) {
    const choice = form.elements[part.dataset.when];
    const isMeant = part.dataset.is.split(" ").includes(choice.value);
    part.hidden = !isMeant;
    // What is not shown is not sent.
    for (const field of part.querySelectorAll("input, select, textarea")) field.disabled = !isMeant;
  }
}

const forms = new Set([...document.querySelectorAll("[data-when]")].map((part) => part.closest("form")));
for (const form of forms) {
  form.addEventListener("change", () => update(form));
  update(form);
}
// The browser puts back what was chosen when one comes back to a page.
window.addEventListener("pageshow", () => { for (const form of forms) update(form); });
