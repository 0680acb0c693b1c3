// Buttons that copy: <button data-copy="text" hidden>, or what an element says: <button data-copy-from="ID" hidden>. They
// are shown by the script that makes them work.
import { announce } from "./announce.js";

export function prepare(root) {
  for (const button of root.querySelectorAll("[data-copy][hidden], [data-copy-from][hidden]")) button.hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-from]");
  if (!button) return;
  const label = button.textContent;
  try {
    const { copy, copyFrom } = button.dataset;
    await navigator.clipboard.writeText(copy ?? document.getElementById(copyFrom).textContent);
    button.textContent = "Copied";
    announce("Copied");
  } catch {
    button.textContent = "Not allowed";
    announce("The browser does not allow copying here");
  }
  setTimeout(() => { button.textContent = label; }, 1500);
});

prepare(document);
