// Text areas that take a file: dropped on them, or chosen with the input that data-file names.
function read(file, area) {
  file.text().then((text) => {
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    area.focus();
  });
}

for (const area of document.querySelectorAll("textarea[data-drop]")) {
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    area.classList.add("dragged-over");
  });
  area.addEventListener("dragleave", () => area.classList.remove("dragged-over"));
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    area.classList.remove("dragged-over");
    const file = event.dataTransfer.files[0];
    if (file) read(file, area);
  });
  const chooser = document.getElementById(area.dataset.drop);
  if (!chooser) continue;
  chooser.closest("[hidden]")?.removeAttribute("hidden");
  chooser.addEventListener("change", () => { if (chooser.files[0]) read(chooser.files[0], area); });
}
