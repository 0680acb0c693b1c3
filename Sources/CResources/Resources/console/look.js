// How mails are looked at, width and colours, stays as chosen from one mail to the next: <div class="look"> with radio
// buttons. What they do is up to the style sheet.
function key(input) { return `choice of ${input.name}`; }

for (const input of document.querySelectorAll(".look input")) {
  if (sessionStorage.getItem(key(input)) === input.value) input.checked = true;
}
document.addEventListener("change", (event) => {
  if (event.target.matches(".look input")) sessionStorage.setItem(key(event.target), event.target.value);
});
