// What the page does that web apps frame (idp.md section 4). Everything it needs is in its own URL.

"use strict";
(() => {
  const query = new URLSearchParams(location.search);
  const apiKey = query.get("apiKey");
  const appName = query.get("appName");
  const eventName = `firebase:redirectEvent:${apiKey}:${appName}`;
  let parent = null;

  function fail(text) {
    console.error(text);
    alert(`Auth Emulator Internal Error: ${text}`);
  }

  /** The event that the handler page stored, returned only once; otherwise an event that says there is none. */
  function takeStoredEvent() {
    const stored = sessionStorage.getItem(eventName);
    sessionStorage.removeItem(eventName);
    if (stored === null) {
      const message = "An internal AuthError has occurred.";
      return { type: "unknown", error: { code: "auth/no-auth-event", message } };
    }
    try {
      return JSON.parse(stored);
    } catch {
      fail("Cannot parse the stored redirect event.");
      return null;
    }
  }

  function send(authEvent) {
    const reply = (responses) => {
      const last = Array.isArray(responses) ? responses[responses.length - 1] : null;
      if (!last || last.status !== "ACK") fail("The app did not take the sign-in event.");
    };
    parent.send("authEvent", { type: "authEvent", authEvent }, reply, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
  }

  function connect() {
    parent = gapi.iframes.getContext().getParentIframe();
    if (!parent) return fail("The page is not in an iframe of an app.");
    // SDKs open no popup without this response.
    const support = () => ({ status: "ACK", webStorageSupport: true });
    parent.register("webStorageSupport", support, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
    const stored = takeStoredEvent();
    if (stored) send(stored);
  }

  addEventListener("message", ({ origin, data }) => {
    // The handler page is of the same server.
    if (origin !== location.origin || data?.eventType !== "sendAuthEvent" || !data.data?.authEvent) return;
    if (parent) send(data.data.authEvent);
    else sessionStorage.setItem(eventName, JSON.stringify(data.data.authEvent));
  });

  if (!apiKey || !appName) return fail("Missing apiKey or appName query params.");

  // Called by the loader.
  window.gapi_onload = () => {
    const timeout = 10000;
    const ontimeout = () => fail("Cannot load gapi.iframes: is apis.google.com within reach?");
    gapi.load("gapi.iframes", { callback: connect, timeout, ontimeout });
  };
})();
