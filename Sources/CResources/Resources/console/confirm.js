// Forms that ask before they do something final: <form data-confirm="Delete it?">. A button of the form, or a chosen
// option, may have a question of its own; an empty one asks nothing.
document.addEventListener("submit", (event) => {
  const form = event.target;
  const question = event.submitter?.dataset.confirm ?? form.dataset.confirm
    ?? form.querySelector("option:checked[data-confirm]")?.dataset.confirm;
  if (question && !confirm(question)) event.preventDefault();
});
