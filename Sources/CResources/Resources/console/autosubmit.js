// Forms that filter a list: <form data-autosubmit="ID of the list">. What is chosen or typed shows at once, and the
// address of the page follows, so that it can be copied. Without scripts the form's buttons do the same.
import { show } from "./live.js";

/** How long one may pause while typing, in milliseconds. */
const pause = 250;

function filters(form) {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (value === "") query.delete(name);
  return query;
}

/** Chips that filter look so, and their filters can be removed. */
function mark(form) {
  const chips = [...form.querySelectorAll(".chip")];
  for (const chip of chips) chip.classList.toggle("on", chip.querySelector("select, input").value !== "");
  const count = chips.filter((chip) => chip.matches(".on")).length;
  const counter = form.querySelector("[data-count]");
  if (counter) counter.textContent = count > 0 ? ` (${count})` : "";
  form.classList.toggle("on", count > 0 || form.elements.q?.value !== "");
}

/** Links to the same view of another tenant keep the filters. */
function keep(query) {
  for (const link of document.querySelectorAll("[data-tenant]")) {
    const kept = new URLSearchParams(query);
    kept.delete("tenant");
    if (link.dataset.tenant !== "") kept.set("tenant", link.dataset.tenant);
    link.search = kept;
  }
}

for (const form of document.querySelectorAll("form[data-autosubmit]")) {
  let timer;
  const apply = () => {
    clearTimeout(timer);
    mark(form);
    const query = filters(form);
    keep(query);
    history.replaceState(null, "", location.pathname + (query.size > 0 ? `?${query}` : ""));
    return show(form.dataset.autosubmit);
  };
  for (const button of form.querySelectorAll(":scope > button")) button.hidden = true;
  form.addEventListener("change", apply);
  form.addEventListener("input", (event) => {
    if (event.target.matches("select, [type=checkbox], [type=radio]")) return;
    clearTimeout(timer);
    timer = setTimeout(apply, pause);
  });
  form.addEventListener("click", (event) => {
    const button = event.target.closest("[name=without]");
    if (!button) return;
    event.preventDefault();
    const chip = button.closest(".chip");
    const choice = chip.querySelector("select");
    if (choice) choice.value = "";
    else chip.remove();
    (choice ?? form.elements.q).focus();
    apply();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await apply();
    // Another Enter opens what was found first, "j" goes on to the next.
    document.getElementById(form.dataset.autosubmit)?.querySelector("[data-entry]")?.focus();
  });
  // The browser puts back what was chosen when one comes back to a page.
  window.addEventListener("pageshow", () => mark(form));
}
