// Menus that open below their button: <details data-menu>. They close with Escape, and when one goes elsewhere.
function close(menu) { menu.open = false; }

for (const menu of document.querySelectorAll("details[data-menu]")) {
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    close(menu);
    menu.querySelector("summary").focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(menu);
  });
  document.addEventListener("click", (event) => { if (!menu.contains(event.target)) close(menu); });
}
