// The preview beside a form: <form data-preview="name of a frame">, with a button that sends it there. With scripts that is
// done as one types. Each preview comes in a frame of its own, which takes the place of the older one once it is there: so
// nothing flickers, and the way back in the browser does not lead through all of them.

/** How long one may pause while typing, in milliseconds. */
const pause = 300;

/** Sends the fields of a form to a frame. Not by the form itself, which others watch for being sent. */
function send(form, action, target) {
  const copy = document.createElement("form");
  Object.assign(copy, { method: "post", action, target, hidden: true });
  for (const [name, value] of new FormData(form)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    copy.append(field);
  }
  document.body.append(copy);
  copy.submit();
  copy.remove();
}

for (const form of document.querySelectorAll("form[data-preview]")) {
  const name = form.dataset.preview;
  const button = [...form.elements].find((control) => control.formTarget === name);
  let frame = document.querySelector(`iframe[name="${name}"]`);
  let next;
  let count = 0;
  let timer;
  const show = () => {
    next?.remove();
    const coming = frame.cloneNode();
    coming.removeAttribute("src");
    // A new one each time: a frame that has been navigated keeps the name that it began with.
    count += 1;
    coming.name = `${name}-${count}`;
    coming.hidden = true;
    frame.after(coming);
    // Only now: an empty frame is there at once.
    coming.addEventListener("load", () => {
      frame.remove();
      coming.name = name;
      coming.hidden = false;
      frame = coming;
      next = undefined;
    }, { once: true });
    next = coming;
    send(form, button.formAction, coming.name);
  };
  button.hidden = true;
  for (const control of form.elements) {
    control.addEventListener(control.matches("select") ? "change" : "input", () => {
      clearTimeout(timer);
      timer = setTimeout(show, pause);
    });
  }
}
