import { storeUser } from "./browser-state.js";
import { FirebreakError } from "./errors.js";

/** Makes a page or context of Playwright one in which a user is signed in. Its description is in playwright.d.ts. */
export async function signedIn(target, who, { project, origin, persistence, ...more } = {}) {
  if (!project) throw new FirebreakError("INVALID_ARGUMENT", "signedIn needs the project whose user it is.");
  const page = typeof target.context === "function" ? target : undefined;
  const context = page ? page.context() : target;
  const place = origin ?? originOf(page);
  if (!place) {
    throw new FirebreakError(
      "INVALID_ARGUMENT", "signedIn needs the origin of the app, because this is not a page that shows it.");
  }
  const state = await project.signedInState(who, { origin: place, ...more });
  const [{ indexedDB: databases }] = state.origins;
  await runAt(context, place, storeUser, { databases, persistence });
  // An app that runs already would take up a user of IndexedDB by itself, but not one of localStorage.
  if (originOf(page) === new URL(place).origin) await page.reload();
}

/** Runs a function in an empty page of an origin, whether or not anything is served there. */
async function runAt(context, origin, script, parameter) {
  const page = await context.newPage();
  try {
    await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<!DOCTYPE html>" }));
    await page.goto(origin);
    await page.evaluate(script, parameter);
  } finally {
    await page.close();
  }
}

function originOf(page) {
  const url = page?.url() ?? "";
  return /^https?:/.test(url) ? new URL(url).origin : undefined;
}
