// A link to a field of a form: <a href="…#field">. The field has the focus then, as after a click on its label.
const focus = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target?.matches("input, select, textarea")) target.focus();
};
addEventListener("hashchange", focus);
focus();
