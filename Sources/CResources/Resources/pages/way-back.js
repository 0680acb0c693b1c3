// How the page of sign-in with a provider answers the app (idp.md section 3.3).

const byID = (id) => document.getElementById(id);
const request = JSON.parse(byID("sign-in-request").textContent);

const random = (count) => crypto.getRandomValues(new Uint32Array(count));
const digits = (count) => Array.from(random(count), (number) => number % 10).join("");

const encode = encodeURIComponent;
const storageKey = `${request.apiKey}:${request.appName}`;

/** What SDKs get: the URL that the provider would have returned to. */
function authEvent(urlResponse) {
  return {
    type: request.authType, eventId: request.eventId, urlResponse,
    sessionId: request.sessionId ?? "ValueNotUsedByAuthEmulator", postBody: "", tenantId: request.tid, error: null,
  };
}

/** The same for a sign-in that is refused. */
function errorEvent(error) {
  return {
    type: request.authType, eventId: request.eventId, urlResponse: null, sessionId: null, postBody: null,
    tenantId: request.tid, error,
  };
}

/** The URL that opens an Apple app: with the link that it goes on with, or with what is wrong. */
function appleURL(answer) {
  let deepLink = `${location.origin}/__/auth/callback?authType=${encode(request.authType ?? "")}`;
  for (const [name, value] of Object.entries(answer)) deepLink += `&${name}=${encode(value)}`;
  if (request.eventId) deepLink += `&eventId=${encode(request.eventId)}`;
  return `${request.target}?deep_link_id=${encode(deepLink)}`;
}

/**
 * Leaves an event to the app's iframe of this server. Returns the app's page; null where that is none.
 */
function storeForWebApp(event) {
  const target = new URL(request.target, location.href);
  // The server has checked it; but however a browser parses it, a script must not run here.
  if (!/^https?:$/.test(target.protocol)) return null;
  sessionStorage.setItem(`firebase:redirectEvent:${storageKey}`, JSON.stringify(event));
  return target.href;
}

/** The frames of the page that opened this window, each with what it says of its app. */
function framesOfOpener() {
  return Array.from({ length: window.opener?.length ?? 0 }, (_, index) => {
    const frame = opener[index];
    try {
      const query = new URL(frame.location.href).searchParams;
      return { frame, apiKey: query.get("apiKey"), appName: query.get("appName") };
    } catch {
      return { frame, apiKey: null, appName: null };  // of another origin
    }
  });
}

/** Hands an event to the app's iframes of this server, which relay it. Returns whether there is any. */
function handOver(event) {
  const frames = framesOfOpener().filter(
    ({ apiKey, appName }) => apiKey === request.apiKey && appName === request.appName);
  const message = { data: { authEvent: event, storageKey }, eventId: digits(20), eventType: "sendAuthEvent" };
  for (const { frame } of frames) frame.postMessage(message, "*");
  return frames.length > 0;
}

function closeWindow() {
  window.close();
  // Browsers close only what a script has opened.
  byID("status").textContent = "The browser keeps this window open: close it there.";
}
byID("close-window")?.addEventListener("click", closeWindow);
