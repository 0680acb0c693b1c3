// Does at once what the page's button does, and helps with passwords. Without it the button does everything.
{
  // One form is sent once.
  for (const form of document.forms) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "yes";
    });
  }
  addEventListener("pageshow", (event) => {
    if (event.persisted) for (const form of document.forms) delete form.dataset.sent;
  });

  const link = document.querySelector("[data-apply]");
  const apply = () => link.requestSubmit();
  // A page that the browser only prepares has not been opened.
  if (link && document.prerendering) document.addEventListener("prerenderingchange", apply, { once: true });
  else if (link) apply();

  const password = document.getElementById("password");
  if (password) {
    // Who sees what they type need not type it twice.
    document.querySelector("[data-repeated]").remove();
    const show = document.getElementById("show");
    show.closest("[data-show]").hidden = false;
    show.addEventListener("change", () => { password.type = show.checked ? "text" : "password"; });
    // Only such a field is kept by password managers, and by no list of earlier entries.
    password.form.addEventListener("submit", () => { password.type = "password"; });

    // The server decides; this only shows what it will say.
    const tests = {
      minimumLength: (text, value) => text.length >= Number(value),
      maximumLength: (text, value) => text.length <= Number(value),
      lowercase: (text) => /[a-z]/.test(text),
      uppercase: (text) => /[A-Z]/.test(text),
      digit: (text) => /[0-9]/.test(text),
      nonAlphanumeric: (text, value) => [...text].some((character) => value.includes(character)),
    };
    const list = document.querySelector(".requirements");
    let wasRefused = list.querySelector(".unmet") !== null;
    const check = () => {
      let isMet = true;
      for (const item of list.children) {
        const met = password.value !== "" && tests[item.dataset.requirement](password.value, item.dataset.value);
        item.classList.toggle("met", met);
        item.classList.toggle("unmet", !met && wasRefused);
        item.querySelector("[data-state]").textContent = ` (${met ? list.dataset.met : list.dataset.unmet})`;
        isMet &&= met;
      }
      return isMet;
    };
    password.addEventListener("input", check);
    // What the server said of the last password stays until another one is typed.
    if (!wasRefused) check();

    // A password that it would refuse stays in its field, to be mended.
    const form = password.form;
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent || check()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      wasRefused = true;
      check();
      let notice = document.querySelector("[role=alert]");
      if (!notice) {
        notice = document.createElement("div");
        notice.className = "notice failure";
        notice.setAttribute("role", "alert");
        form.before(notice);
      }
      notice.textContent = list.dataset.refused;
      password.setAttribute("aria-invalid", "true");
      password.focus();
    }, true);
  }
}
