// The theme that the reader chose, before the page is first painted. Not a module: those wait for the page.
try {
  const theme = localStorage.getItem("firebreak theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch { /* A browser that keeps nothing has the system's theme. */ }
