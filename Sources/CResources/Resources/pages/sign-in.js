// What happens on the page of sign-in with a provider (idp.md sections 3.2 and 3.3).

const email = byID("email-input");

// What is shown

/** Shows these of the page's parts, and none of the others. */
function show(...ids) {
  for (const id of ["sign-in-ui", "no-frame", "error"]) byID(id).hidden = !ids.includes(id);
}

/** An error takes the place of everything else. */
function showError(text) {
  show("error");
  byID("error").textContent = text;
  byID("error").focus();
  byID("status").textContent = "";
}

const internalError = (text) => showError(`Auth Emulator Internal Error: ${text}`);

/** Changes between the accounts and the form for a new one. Tests of SDKs wait until this is global. */
window.toggleForm = function toggleForm() {
  const opens = byID("add-user").hidden;
  byID("add-user").hidden = !opens;
  byID("choose-account").hidden = opens;
  (opens ? email : document.querySelector(".js-new-account")).focus();
};

// The way back (idp.md section 3.3)

/** What the provider would answer, as parameters of a URL. */
function answer(claims) {
  const parameters = { providerId: request.providerId, id_token: JSON.stringify(claims) };
  if (request.providerId.startsWith("saml.")) {
    // SAML needs a name for the user; an account without an address has nothing better.
    const nameId = claims.email || claims.sub;
    parameters.SAMLResponse = JSON.stringify({ assertion: { subject: { nameId } } });
  }
  return parameters;
}

/** The same, signed by this server. */
async function signedAnswer(claims, nameId) {
  const url = new URL(location.href);
  url.searchParams.set("claims", JSON.stringify(claims));
  if (request.samlState !== null) {
    url.searchParams.set("samlNameId", nameId);
    url.searchParams.set("state", request.samlState);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return await response.json();
}

/** Answers about a person, whom a SAML provider calls by this name. */
function finish(claims, nameId) {
  if (request.samlState === null && !request.isSigned) return deliver(answer(claims), claims);
  signedAnswer(claims, nameId).then(
    (parameters) => deliver(parameters, claims), () => internalError("The answer could not be signed"));
}

function deliver(parameters, claims) {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
  const urlResponse = `${location.origin}${location.pathname}?${query.join("&")}`;
  const who = claims.email || claims.name || claims.sub;
  byID("status").textContent = `Signing in as ${who}…`;
  switch (request.wayBack) {
    case "popup": return toOpener(authEvent(urlResponse), who);
    case "android": return toAndroid(urlResponse);
    case "apple": return location.assign(appleURL({ link: urlResponse }));
    case "redirect": return toWebApp(authEvent(urlResponse));
    case "continue": return toContinueURI(parameters);
    default:
      showError("This feature is not implemented in Auth Emulator yet. Please use signInWithCredential for now.");
  }
}

function toAndroid(link) {
  const fallback = `${location.origin}${location.pathname}${location.search}&error=App+not+found+for+intent`;
  const extras = [
    "scheme=genericidp", `package=${encode(request.target)}`, `S.authType=${encode(request.authType ?? "")}`,
    ...(request.eventId ? [`S.eventId=${encode(request.eventId)}`] : []), `S.link=${encode(link)}`,
    "B.encryptionEnabled=false", `S.browser_fallback_url=${encode(fallback)}`,
  ];
  location.assign(`intent://firebase.auth/#Intent;${extras.join(";")};end;`);
}

function toWebApp(authEvent) {
  const page = storeForWebApp(authEvent);
  if (page === null) return internalError("redirectUrl is not the URL of a web page");
  location.assign(page);
}

function toContinueURI(parameters) {
  const state = request.state === null ? {} : { state: request.state };
  location.assign(withParameters(request.target, { ...parameters, ...state }));
}

/** The URL with these in its query in place of others of their names. What else the app has there stays as it is written. */
function withParameters(url, parameters) {
  const [, head, query, fragment] = /^([^?#]*)\??([^#]*)(.*)$/s.exec(url);
  const nameOf = (part) => [...new URLSearchParams(part).keys()][0] ?? "";
  const kept = query.split("&").filter((part) => part !== "" && !Object.hasOwn(parameters, nameOf(part)));
  const added = Object.entries(parameters).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return `${head}?${[...kept, ...added].join("&")}${fragment}`;
}

// The way back to the page that opened this window

/** What could not be handed over yet, and whom it is about. */
let unsent = null;

function toOpener(event, who) {
  unsent = { who, event };
  if (!handOver(event)) showNoFrame();
}

/** Takes the place of everything else until the app's frame is there. */
function showNoFrame() {
  internalError("No matching frame");
  show("no-frame", "error");
  explainNoFrame();
  byID("no-frame-title").focus();
}

/** Says what was looked for, what was there instead, and why that may be. */
function explainNoFrame() {
  const isAlone = !window.opener || opener.closed;
  byID("no-opener").hidden = !isAlone;
  byID("no-match").hidden = isAlone;
  byID("try-again").hidden = isAlone;  // a window never gets another opener
  const facts = {
    chosen: unsent.who, "wanted-key": request.apiKey, "wanted-name": request.appName ?? "none",
    "wanted-origin": location.origin, found: found(),
  };
  for (const [id, text] of Object.entries(facts)) byID(id).textContent = text;
}

function found() {
  const frames = framesOfOpener();
  const relays = frames.filter(({ apiKey }) => apiKey !== null);
  const others = frames.length - relays.length;
  return [
    ...relays.map(({ apiKey, appName }) => `API key ${apiKey}, app name ${appName ?? "none"}`),
    ...(others ? [others === 1 ? "1 frame of another page" : `${others} frames of other pages`] : []),
  ].join("; ") || "no frame";
}

byID("try-again").addEventListener("click", () => {
  if (handOver(unsent.event)) {
    show("sign-in-ui");
    byID("status").textContent = `Signing in as ${unsent.who}…`;
    return byID("status").focus();
  }
  explainNoFrame();
  byID("status").textContent = "Looked again: it is still not there.";
  if (byID("try-again").hidden) byID("no-frame-title").focus();
});

// Accounts

byID("accounts-list").addEventListener("click", (event) => {
  const item = event.target.closest(".js-reuse-account");
  if (!item) return;
  const claims = JSON.parse(decodeURIComponent(item.dataset.idToken));
  finish(claims, claims.sub);
});

byID("account-filter")?.addEventListener("input", (event) => {
  const wanted = event.target.value.trim().toLowerCase();
  const items = [...document.querySelectorAll("#accounts-list .js-reuse-account")];
  for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  const shown = items.filter((item) => !item.hidden).length;
  byID("filter-result").textContent = wanted ? `${shown} of ${items.length} accounts match` : "";
});

byID("add-account-button").addEventListener("click", toggleForm);
byID("back-button").addEventListener("click", toggleForm);

// New account

const pick = (list) => list[random(1)[0] % list.length];

function checkEmail() {
  const problem = email.value === "" ? "Email required" : email.value.includes("@") ? "" : 'Missing "@"';
  byID("email-error").textContent = problem;
  email.setAttribute("aria-invalid", String(problem !== ""));
  byID("sign-in").disabled = problem !== "";
  return problem === "";
}

email.addEventListener("input", () => {
  const hides = byID("hide-email");
  if (hides) hides.checked = false;
  checkEmail();
});

let ownEmail = "";
byID("hide-email")?.addEventListener("change", (event) => {
  if (event.target.checked) ownEmail = email.value;
  const letters = Array.from(random(10), (number) => (number % 36).toString(36)).join("");
  email.value = event.target.checked ? `${letters}@privaterelay.appleid.com` : ownEmail;
  checkEmail();
});

byID("autogen-button").addEventListener("click", () => {
  const first = pick(["amber", "ash", "birch", "clay", "coral", "fern", "hazel", "ivy", "jade", "robin"]);
  const last = pick(["badger", "falcon", "finch", "heron", "lynx", "marten", "otter", "raven", "swift", "wren"]);
  const capitalized = (word) => word[0].toUpperCase() + word.slice(1);
  email.value = `${first}.${last}.${random(1)[0] % 1000}@example.com`;
  byID("display-name-input").value = `${capitalized(first)} ${capitalized(last)}`;
  byID("screen-name-input").value = `${last}_${first}`;
  email.dispatchEvent(new Event("input"));
});

byID("main-form").addEventListener("submit", (event) => {
  event.preventDefault();
  if (!checkEmail()) return email.focus();
  const optional = (id) => byID(id).value || undefined;
  finish({
    sub: digits(40), iss: "", aud: "", exp: 0, iat: 0, name: optional("display-name-input"),
    screen_name: optional("screen-name-input"), email: email.value,
    email_verified: byID("email-verified")?.checked ?? true,
    picture: optional("profile-photo-input"),
  }, email.value);
});

// A user who returns with the browser's back button may choose again.
addEventListener("pageshow", () => { byID("status").textContent = ""; });
