// Claims are checked while a person types: <textarea data-claims="names that are taken" data-limit="1000">. The server
// decides all the same.
import { announce } from "./announce.js";

/** What is wrong with a text, and how long its claims are; an empty text has none. */
function judge(text, taken, limit) {
  if (text.trim() === "") return { wrong: "", length: 0 };
  let claims;
  try { claims = JSON.parse(text); } catch (error) { return { wrong: `Not JSON: ${error.message}` }; }
  if (claims === null || typeof claims !== "object" || Array.isArray(claims)) {
    return { wrong: "Not an object, as { } is" };
  }
  const name = taken.find((name) => Object.hasOwn(claims, name));
  if (name) return { wrong: `Tokens use the name “${name}” themselves` };
  const { length } = JSON.stringify(claims);
  return { wrong: limit && length > limit ? `${length} characters; ${limit} are allowed` : "", length };
}

function watch(area) {
  const taken = area.dataset.claims.split(" ");
  const limit = Number(area.dataset.limit);
  const shown = document.createElement("p");
  shown.className = "hint";
  shown.id = `${area.id}-check`;
  area.after(shown);
  area.setAttribute("aria-describedby", `${shown.id} ${area.getAttribute("aria-describedby") ?? ""}`.trim());

  let wasWrong = false;
  const check = () => {
    const { wrong, length } = judge(area.value, taken, limit);
    if (wrong) area.setAttribute("aria-invalid", "true");
    else area.removeAttribute("aria-invalid");
    shown.className = wrong ? "error" : "hint";
    shown.textContent = wrong || (length ? `Valid, ${length}${limit ? ` of ${limit}` : ""} characters` : "");
    // Said when it turns wrong or right, not at every key.
    if (Boolean(wrong) !== wasWrong) announce(wrong || "The claims are valid");
    wasWrong = Boolean(wrong);
  };
  area.addEventListener("input", check);
  // What the server found wrong stays until something is changed.
  if (!area.hasAttribute("aria-invalid")) check();
}

for (const area of document.querySelectorAll("textarea[data-claims]")) watch(area);
