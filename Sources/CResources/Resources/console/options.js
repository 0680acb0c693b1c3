// The menu of the bar: a link to this view, the theme, the keys. It needs scripts, so it is shown by them.
import { announce } from "./announce.js";

const menu = document.querySelector("[data-options]");
const keys = document.getElementById("shortcuts");

/** The address of this view, without what was just said above it. */
function address() {
  const url = new URL(location.href);
  url.searchParams.delete("notice");
  return url.href;
}

/** Shows the keys. */
export function showKeys() {
  menu.open = false;
  keys.showModal();
}

if (menu) {
  menu.hidden = false;
  const { theme = "system" } = document.documentElement.dataset;
  for (const choice of menu.querySelectorAll("[name=theme]")) {
    choice.checked = choice.value === theme;
    choice.addEventListener("change", () => {
      const isSystem = choice.value === "system";
      if (isSystem) delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = choice.value;
      try {
        if (isSystem) localStorage.removeItem("firebreak theme");
        else localStorage.setItem("firebreak theme", choice.value);
      } catch { /* It lasts for this page, then. */ }
    });
  }
  menu.querySelector("[data-copy-address]").addEventListener("click", async ({ currentTarget: button }) => {
    try {
      await navigator.clipboard.writeText(address());
      announce("Copied");
      menu.open = false;
      menu.querySelector("summary").focus();
    } catch {
      button.textContent = "The browser does not allow copying here";
    }
  });
  menu.querySelector("[data-keys]").addEventListener("click", showKeys);
}
