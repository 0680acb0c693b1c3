/** Says something to screen readers. */
export function announce(text) {
  const place = document.getElementById("announcements");
  if (place) place.textContent = text;
}
