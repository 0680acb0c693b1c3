extension HandlerPage {
    /// What happens on the page (idp.md sections 3.2 and 3.3).
    static let script = #"""
        "use strict";
        (() => {
          const byID = (id) => document.getElementById(id);
          const request = JSON.parse(byID("sign-in-request").textContent);
          const email = byID("email-input");

          // MARK: What is shown

          /** An error takes the place of everything else. */
          function showError(text) {
            byID("sign-in-ui").hidden = true;
            byID("error").hidden = false;
            byID("error").textContent = text;
            byID("status").textContent = "";
          }

          /** Changes between the accounts and the form for a new one. Tests of SDKs wait until this is global. */
          window.toggleForm = function toggleForm() {
            const opens = byID("add-user").hidden;
            byID("add-user").hidden = !opens;
            byID("choose-account").hidden = opens;
            (opens ? email : byID("new-account")).focus();
          };

          // MARK: The way back (section 3.3)

          const encode = encodeURIComponent;
          const internalError = (text) => showError(`Auth Emulator Internal Error: ${text}`);

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

          /** What the SAML provider would answer: this server signs it. */
          async function signedAnswer(nameId) {
            const url = new URL(location.href);
            url.searchParams.set("samlNameId", nameId);
            url.searchParams.set("state", request.samlState);
            const { SAMLResponse } = await (await fetch(url)).json();
            return { providerId: request.providerId, SAMLResponse };
          }

          /** Answers about somebody, whom a SAML provider calls by this name. */
          function finish(claims, nameId) {
            if (request.samlState === null) return deliver(answer(claims), claims);
            signedAnswer(nameId).then(
              (parameters) => deliver(parameters, claims), () => internalError("The answer could not be signed"));
          }

          function deliver(parameters, claims) {
            const query = Object.entries(parameters).map(([name, value]) => `${name}=${encode(value)}`);
            const urlResponse = `${location.origin}${location.pathname}?${query.join("&")}`;
            byID("status").textContent = `Signing in as ${claims.email || claims.name || claims.sub}…`;
            switch (request.wayBack) {
              case "popup": return toOpener(authEvent(urlResponse));
              case "android": return toAndroid(urlResponse);
              case "apple": return toApple(urlResponse);
              case "redirect": return toWebApp(authEvent(urlResponse));
              case "continue": return toContinueURI(parameters);
              default:
                showError(
                  "This feature is not implemented in Auth Emulator yet. Please use signInWithCredential for now.");
            }
          }

          const storageKey = `${request.apiKey}:${request.appName}`;

          function authEvent(urlResponse) {
            return {
              type: request.authType, eventId: request.eventId, urlResponse,
              sessionId: request.sessionId ?? "ValueNotUsedByAuthEmulator", postBody: "", tenantId: request.tid, error: null,
            };
          }

          /** To the app's iframe of this server, which relays it. */
          function toOpener(authEvent) {
            const frames = window.opener ? Array.from({ length: opener.length }, (_, index) => opener[index]) : [];
            const message = { data: { authEvent, storageKey }, eventId: digits(20), eventType: "sendAuthEvent" };
            let found = false;
            for (const frame of frames) {
              try {
                const query = new URL(frame.location.href).searchParams;
                if (query.get("apiKey") !== request.apiKey || query.get("appName") !== request.appName) continue;
              } catch {
                continue;  // of another origin
              }
              frame.postMessage(message, "*");
              found = true;
            }
            if (!found) internalError("No matching frame");
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

          function toApple(link) {
            let deepLink = `${location.origin}/__/auth/callback?authType=${encode(request.authType ?? "")}`;
            deepLink += `&link=${encode(link)}`;
            if (request.eventId) deepLink += `&eventId=${encode(request.eventId)}`;
            location.assign(`${request.target}?deep_link_id=${encode(deepLink)}`);
          }

          function toWebApp(authEvent) {
            const target = new URL(request.target, location.href);
            // The server has checked it; but however a browser parses it, a script must not run here.
            if (!/^https?:$/.test(target.protocol)) return internalError("redirectUrl is not the URL of a web page");
            sessionStorage.setItem(`firebase:redirectEvent:${storageKey}`, JSON.stringify(authEvent));
            location.assign(target.href);
          }

          function toContinueURI(parameters) {
            const target = new URL(request.target);
            for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
            if (request.state !== null) target.searchParams.set("state", request.state);
            location.assign(target.href);
          }

          // MARK: Accounts

          byID("accounts-list")?.addEventListener("click", (event) => {
            const item = event.target.closest(".js-reuse-account");
            if (!item) return;
            const claims = JSON.parse(decodeURIComponent(item.dataset.idToken));
            finish(claims, claims.sub);
          });

          byID("account-filter")?.addEventListener("input", (event) => {
            const wanted = event.target.value.trim().toLowerCase();
            const items = [...document.querySelectorAll("#accounts-list li")];
            for (const item of items) item.hidden = !item.textContent.toLowerCase().includes(wanted);
            const shown = items.filter((item) => !item.hidden).length;
            byID("filter-result").textContent = wanted ? `${shown} of ${items.length} accounts match` : "";
          });

          byID("new-account").addEventListener("click", toggleForm);
          byID("back-button").addEventListener("click", toggleForm);

          // MARK: New account

          const random = (count) => crypto.getRandomValues(new Uint32Array(count));
          const digits = (count) => Array.from(random(count), (number) => number % 10).join("");
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
        })();
        """#
}
