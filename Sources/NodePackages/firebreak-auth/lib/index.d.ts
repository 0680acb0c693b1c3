/// <reference lib="esnext.disposable" />

import type {
  AccountsMethods,
  ApiKeysMethods,
  BrowserState,
  BrowserStateRequest,
  CallOptions,
  ClockMethods,
  ExportParameters,
  FaultsMethods,
  ForkProjectRequest,
  JournalRecord,
  OutboxFilter,
  OutboxMessage,
  OutboxMethods,
  OutboxQuery,
  Profile,
  ProjectExport,
  ProjectMethods,
  RefsMethods,
  RequestsFilter,
  RequestsMethods,
  RequestsQuery,
  RulesMethods,
  ServerErrorsMethods,
  ServerMethods,
  ServerProjectsMethods,
  ServerRequestsMethods,
  SnapshotsMethods,
} from "./generated.js";

export type * from "./generated.js";

/**
 * Why something failed.
 *
 * `code` is that of the server, such as `NOT_FOUND` or `OUTBOX_TIMEOUT`, or one of the client:
 *
 * - `UNREACHABLE`: there is no answer; `cause` has the error of `fetch`.
 * - `REFUSED`: something before the API refused the call, such as a proxy.
 * - `UNEXPECTED_ANSWER`: what answers is not Firebreak.
 * - `INVALID_ARGUMENT`: a value that the client was given cannot be; also the server's word for that.
 * - `NO_BINARY`: there is no program for this system.
 * - `START_FAILED`, `STOP_FAILED`: a server did not start or end as it should; `explanation` has what it said.
 */
export declare class FirebreakError extends Error {
  private constructor();
  readonly name: "FirebreakError";
  /** For programs to compare. */
  readonly code: string;
  /** What happened and what to do, without the code. */
  readonly explanation: string;
  /** The HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  /** More about it, as the server sends it: of `INVALID_FIXTURE` an object for each problem. */
  readonly details: readonly unknown[];
}

/** How a server is started. */
export interface StartOptions {
  /** The profile of new projects; by default `local`. */
  profile?: Profile;
  /** Paths of fixtures that are applied before the server is there. */
  fixture?: string | readonly string[];
  /** The default project; by default `GCLOUD_PROJECT` and what else the program looks at, else `demo-firebreak`. */
  project?: string;
  /** By default 0, for a free one. */
  port?: number;
  /** The directory to keep data in; by default they are in memory. */
  dataDir?: string;
  /** The program; by default `FIREBREAK_BINARY`, else that of the package for this platform. */
  binary?: string;
  /** Variables of its environment, besides those of this process. `FIREBREAK_CONTROL_TOKEN` sets a control token. */
  env?: Record<string, string | undefined>;
  /** More options of `firebreak exec`, such as `["--seed", "7"]`. */
  args?: readonly string[];
}

/** How a server that runs is reached. */
export interface ConnectOptions {
  /** The server's control token; by default `FIREBREAK_CONTROL_TOKEN`. */
  controlToken?: string;
  /** The project that `project()` means; by default `FIREBREAK_PROJECT`. */
  project?: string;
}

/**
 * Starts a server on this machine, and resolves once it answers and its fixtures are in.
 *
 * It ends with {@link StartedFirebreak.stop}, else with this process, even if that is killed. It keeps the process from
 * ending no more than it is used.
 *
 * @throws {FirebreakError} `NO_BINARY`; `START_FAILED` with what the program said, such as problems of a fixture.
 */
export declare function startFirebreak(options?: StartOptions): Promise<StartedFirebreak>;

/**
 * A server that runs, such as that of `firebreak exec -- …`. It is not called before it is used.
 *
 * @param url Scheme, host and port; by default `FIREBREAK_URL`.
 * @throws {FirebreakError} `INVALID_ARGUMENT` for another address, or for none.
 */
export declare function connectFirebreak(url?: string, options?: ConnectOptions): Firebreak;

/** A server. */
export declare class Firebreak extends ServerMethods {
  /** Scheme, host and port, without a slash at the end. */
  readonly url: string;
  readonly projects: ServerProjectsMethods;
  readonly requests: ServerRequests;
  readonly errors: ServerErrorsMethods;

  /**
   * A project, which need not be made: one that does not exist is empty.
   *
   * @param id By default that of the server's start, or `FIREBREAK_PROJECT`.
   * @throws {FirebreakError} `INVALID_ARGUMENT` if there is neither.
   */
  project(id?: string): FirebreakProject;

  /** What a process needs in its environment to find the server; as {@link FirebreakProject.environment}. */
  environment(): Record<string, string>;
}

/** A server that this process has started. */
export declare class StartedFirebreak extends Firebreak implements AsyncDisposable {
  /** The end of what it has logged, at most 64 Ki characters. */
  readonly log: string;

  /**
   * Ends the server: it finishes the calls in flight, writes what `--export-on-exit` asks for, and is gone when this
   * resolves. More calls of it do nothing more.
   *
   * @throws {FirebreakError} `STOP_FAILED` if it ended in another way, now or before.
   */
  stop(): Promise<void>;

  /** As {@link stop}, for `await using`, where Node has `Symbol.asyncDispose`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The calls of all projects, and those that found none. */
export declare class ServerRequests extends ServerRequestsMethods {
  /** Calls as they come; see {@link Requests.stream}. */
  stream(filter?: RequestsFilter & CallOptions): AsyncGenerator<JournalRecord, void, void>;
}

/** A project of a server: only a name, so it costs nothing to have one. */
export declare class FirebreakProject extends ProjectMethods {
  readonly id: string;
  /** That of the server. */
  readonly url: string;
  /** A key that selects the project on every server: what `firebreak keys` prints, else `project:` and the ID. */
  readonly apiKey: string;
  readonly outbox: Outbox;
  readonly requests: Requests;
  readonly accounts: AccountsMethods;
  readonly refs: RefsMethods;
  readonly clock: ClockMethods;
  readonly faults: FaultsMethods;
  readonly snapshots: SnapshotsMethods;
  readonly rules: RulesMethods;
  readonly apiKeys: ApiKeysMethods;

  /**
   * Makes a copy of the project in a millisecond or two. Registered API keys stay with the original.
   *
   * @param parameters Its ID is by default that of the project, two hyphens and eight random digits.
   * @throws {FirebreakError} `ALREADY_EXISTS` for a project that is not empty, `RESOURCE_EXHAUSTED` for too many.
   */
  fork(parameters?: Partial<ForkProjectRequest> & CallOptions): Promise<FirebreakProject>;

  /**
   * What a browser keeps of a user who is signed in, as Playwright's storage state: write it into a file, or pass it to
   * `browser.newContext({ storageState })`.
   *
   * @param who ID, e-mail address or ref.
   * @param parameters The app's origin, such as `http://localhost:3000`; its API key is by default {@link apiKey}.
   * @throws {FirebreakError} `NOT_FOUND`, `USER_DISABLED`; `INVALID_ARGUMENT` for an origin with a path.
   */
  signedInState(who: string, parameters: BrowserStateRequest & CallOptions): Promise<BrowserState>;

  /**
   * What a process needs in its environment to use the project: `FIREBASE_AUTH_EMULATOR_HOST`, `GCLOUD_PROJECT` and
   * `GOOGLE_CLOUD_PROJECT` for SDKs, `FIREBREAK_URL`, `FIREBREAK_PROJECT` and, if the server has one,
   * `FIREBREAK_CONTROL_TOKEN`.
   */
  environment(): Record<string, string>;

  /** The accounts as the CSV file of `auth:export`. */
  export(parameters: ExportParameters & { format: "auth-export-csv" } & CallOptions): Promise<string>;
  /** The project in files. */
  export(parameters?: ExportParameters & CallOptions): Promise<ProjectExport>;
}

/** How long something is waited for. */
export interface Patience {
  /** Such as `10s`, `500ms` or `2m`, or milliseconds; at most ten minutes, by default ten seconds. */
  timeout?: string | number;
}

/** The mails and text messages of a project. */
export declare class Outbox extends OutboxMethods {
  /**
   * Waits for a message, and answers the first that matches. Messages that are there already count, unless `after` has
   * a {@link cursor}.
   *
   * @throws {FirebreakError} `OUTBOX_TIMEOUT` when the time is over; it says what did arrive.
   */
  wait(filter?: OutboxFilter & Patience & CallOptions): Promise<OutboxMessage>;

  /**
   * Waits until so many messages match, 1 through 1,000, and answers them, oldest first.
   *
   * @throws {FirebreakError} `OUTBOX_TIMEOUT`, as {@link wait}.
   */
  waitForCount(count: number, filter?: OutboxQuery & Patience & CallOptions): Promise<OutboxMessage[]>;

  /** `seq` of the last message: as `after`, it selects those that come from now on. */
  cursor(options?: CallOptions): Promise<number>;

  /**
   * New messages, and new statuses of known ones, as they come. It connects when the first is asked for; `after` brings
   * what came before that. It ends with the server, and when the loop over it does.
   */
  stream(
    filter?: Omit<OutboxFilter, "status"> & CallOptions,
  ): AsyncGenerator<{ event: "message" | "status"; message: OutboxMessage }, void, void>;
}

/** The calls that a project got. */
export declare class Requests extends RequestsMethods {
  /**
   * Waits for a call, and answers the first that matches. Calls that were made already count, unless `after` has a
   * {@link cursor}.
   *
   * @throws {FirebreakError} `REQUEST_TIMEOUT` when the time is over; it says what was called.
   */
  wait(filter?: RequestsFilter & Patience & CallOptions): Promise<JournalRecord>;

  /**
   * Waits until so many calls match, 1 through 1,000, and answers them, oldest first.
   *
   * @throws {FirebreakError} `REQUEST_TIMEOUT`, as {@link wait}.
   */
  waitForCount(count: number, filter?: RequestsQuery & Patience & CallOptions): Promise<JournalRecord[]>;

  /** `seq` of the last call: as `after`, it selects those that come from now on. */
  cursor(options?: CallOptions): Promise<number>;

  /** Calls as they come. It connects, resumes and ends as {@link Outbox.stream} does. */
  stream(filter?: RequestsFilter & CallOptions): AsyncGenerator<JournalRecord, void, void>;
}
