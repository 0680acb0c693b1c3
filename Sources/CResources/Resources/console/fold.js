// What takes too much room in narrow windows is folded there until it is asked for: <details open data-fold="media query">.
for (const details of document.querySelectorAll("details[data-fold]")) {
  const query = matchMedia(details.dataset.fold);
  const fold = () => { details.open = !query.matches; };
  query.addEventListener("change", fold);
  // A filter that is in effect is seen.
  if (!details.querySelector(".on")) fold();
}
