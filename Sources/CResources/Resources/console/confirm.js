// Forms that ask before they do something final. The question is in their field "ask"; a button or a chosen option may have
// another one (data-confirm), of which an empty one asks nothing. Without scripts, the server asks by a page.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const question = submitter?.dataset.confirm
    ?? form.querySelector("option:checked[data-confirm]")?.dataset.confirm
    ?? new FormData(form, submitter).get("ask");
  if (!question) return;
  if (!confirm(question)) {
    event.preventDefault();
    return;
  }
  form.addEventListener("formdata", ({ formData }) => formData.set("confirmed", "yes"), { once: true });
});
