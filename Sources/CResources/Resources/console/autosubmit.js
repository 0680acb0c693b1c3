// Forms that filter a list: <form data-autosubmit="ID of the list">. What is chosen or typed shows at once, and the
// address of the page follows, so that it can be copied. Without scripts the form's button does the same.
import { show } from "./live.js";

/** How long one may pause while typing, in milliseconds. */
const pause = 250;

function address(form) {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (value === "") query.delete(name);
  return location.pathname + (query.size > 0 ? `?${query}` : "");
}

for (const form of document.querySelectorAll("form[data-autosubmit]")) {
  let timer;
  const apply = () => {
    clearTimeout(timer);
    history.replaceState(null, "", address(form));
    show(form.dataset.autosubmit);
  };
  for (const button of form.querySelectorAll("button")) button.hidden = true;
  form.addEventListener("change", apply);
  form.addEventListener("input", (event) => {
    if (event.target.matches("select, [type=checkbox], [type=radio]")) return;
    clearTimeout(timer);
    timer = setTimeout(apply, pause);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
}
