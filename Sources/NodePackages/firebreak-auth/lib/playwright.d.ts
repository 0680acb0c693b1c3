import type { BrowserContext, Expect, Page, TestType } from "@playwright/test";
import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from "@playwright/test";

import type { BrowserStateRequest, Firebreak, FirebreakProject, Profile } from "./index.js";

/** Options for `use` of a configuration, or for `test.use` at the top of a file. */
export interface FirebreakOptions {
  /** The path of a fixture, from the working directory; by default projects are empty. */
  firebreakFixture: string | undefined;
  /** The profile of projects that do not set one; by default `local`. */
  firebreakProfile: Profile | undefined;
  /**
   * The project that tests get copies of; by default the fixture's only one, else, at the server of `FIREBREAK_URL`,
   * `FIREBREAK_PROJECT`.
   */
  firebreakSource: string | undefined;
}

/** What all tests of a worker share. */
export interface FirebreakWorkerFixtures {
  /** The server at `FIREBREAK_URL`, else one that this worker has started. */
  firebreak: Firebreak;
}

/** What each test has for itself. */
export interface FirebreakFixtures {
  /**
   * A copy of the project of the fixture, else an empty project. It is deleted after the test; when the test has
   * failed, the last messages and calls are attached to its result first, as `firebreak.txt`.
   */
  firebreakProject: FirebreakProject;
}

/** Playwright's `test` with a project for each test. */
export declare const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & FirebreakFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & FirebreakOptions & FirebreakWorkerFixtures
>;

/** Playwright's own. */
export declare const expect: Expect;

/** Who signs in where. */
export interface SignedInOptions extends Omit<BrowserStateRequest, "origin"> {
  /** The project whose user it is. */
  project: FirebreakProject;
  /** Scheme, host and port of the app, such as `http://localhost:3000`; by default those of the page. */
  origin?: string;
  /**
   * The place where the app looks for its user; by default the user is put into both, which is right for all apps but
   * those with `browserSessionPersistence`.
   */
  persistence?: "indexedDB" | "local";
}

/**
 * Signs a user in to an app, without its form: in a page, which is loaded again if it shows the app, or in all pages
 * that a context will open. Nothing else that the context keeps is touched.
 *
 * The app has to use `project.apiKey`, or the key in the options, and to call `connectAuthEmulator`.
 *
 * @param target A page or a context.
 * @param who ID, e-mail address or ref.
 * @throws {FirebreakError} `NOT_FOUND`, `USER_DISABLED`; `INVALID_ARGUMENT` without an origin.
 */
export declare function signedIn(
  target: Page | BrowserContext,
  who: string,
  options: SignedInOptions,
): Promise<void>;
