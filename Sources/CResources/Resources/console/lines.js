// Links to places in a text area: <a href="#its ID" data-line="4" data-column="7">.
for (const link of document.querySelectorAll("a[data-line]")) {
  link.addEventListener("click", (event) => {
    const area = document.getElementById(link.hash.slice(1));
    if (!area) return;
    event.preventDefault();
    const lines = area.value.split("\n");
    const before = lines.slice(0, Number(link.dataset.line) - 1);
    const line = lines[before.length] ?? "";
    const start = before.reduce((sum, text) => sum + text.length + 1, 0);
    // Columns count characters, positions count UTF-16.
    const column = [...line].slice(0, Number(link.dataset.column) - 1).join("").length;
    area.focus();
    area.setSelectionRange(start + column, start + line.length);
    area.scrollTop = (before.length - 2) * parseFloat(getComputedStyle(area).lineHeight);
  });
}
