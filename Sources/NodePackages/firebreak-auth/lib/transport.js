import { FirebreakError } from "./errors.js";
import { eventsOf } from "./events.js";

/** Calls the control API of one server. */
export class Transport {
  #token;

  /**
   * @param {string} url Scheme, host and port; a slash at the end is left out.
   * @param {string} [token] The control token.
   */
  constructor(url, token) {
    this.url = baseURL(url);
    this.#token = token || undefined;
  }

  /** What tells other processes where the server is. */
  environment() {
    return {
      FIREBASE_AUTH_EMULATOR_HOST: new URL(this.url).host,
      FIREBREAK_URL: this.url,
      ...(this.#token && { FIREBREAK_CONTROL_TOKEN: this.#token }),
    };
  }

  /** An answer: of JSON its value, else its text. */
  async send(method, path, { query, body, signal } = {}) {
    const response = await this.#fetch(method, path, { query, body, signal });
    const text = await this.#receiving(signal, () => response.text());
    if (!response.ok) throw FirebreakError.of(response.status, text);
    if (!response.headers.get("content-type")?.startsWith("application/json")) return text;
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new FirebreakError("UNEXPECTED_ANSWER", `${this.url} did not answer with JSON, so it is not Firebreak.`, {
        status: response.status,
        cause,
      });
    }
  }

  /** The server-sent events of an answer as they come; they end with the server. */
  async *events(path, { query, signal } = {}) {
    // Its own, because the connection ends with the loop over the events as well.
    const controller = new AbortController();
    const abort = () => controller.abort(signal.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const response = await this.#fetch("GET", path, { query, signal: controller.signal });
      if (!response.ok) throw FirebreakError.of(response.status, await response.text());
      const events = eventsOf(response.body);
      for (;;) {
        const { done, value } = await this.#receiving(controller.signal, () => events.next());
        if (done) return;
        yield value;
      }
    } finally {
      signal?.removeEventListener("abort", abort);
      controller.abort();
    }
  }

  #fetch(method, path, { query, body, signal }) {
    const headers = {};
    if (this.#token) headers.authorization = `Bearer ${this.#token}`;
    const isText = typeof body === "string";
    if (body !== undefined) headers["content-type"] = isText ? "application/yaml" : "application/json";
    const content = isText ? body : JSON.stringify(body);
    const url = `${this.url}/firebreak/v1${path}${queryText(query)}`;
    return this.#receiving(signal, () => fetch(url, { method, headers, body: content, signal }));
  }

  async #receiving(signal, receive) {
    try {
      return await receive();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const reason = error.cause?.code ?? error.cause?.message ?? error.message;
      throw new FirebreakError("UNREACHABLE", `There is no answer of ${this.url} (${reason}).`, { cause: error });
    }
  }
}

/** What has a path below that of the control API. */
export class Resource {
  #transport;
  #path;

  /**
   * @param {Transport} transport
   * @param {string} path Such as `/projects/demo-shop`; empty for the server.
   */
  constructor(transport, path) {
    this.#transport = transport;
    this.#path = path;
  }

  /** @protected */
  send(method, path, options) {
    return this.#transport.send(method, this.#path + path, options);
  }

  /** @protected */
  events(path, options) {
    return this.#transport.events(this.#path + path, options);
  }
}

function queryText(query = {}) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length ? `?${new URLSearchParams(given)}` : "";
}

function baseURL(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    // It is refused below.
  }
  if (!/^https?:$/.test(url?.protocol ?? "") || url.search || url.hash) {
    throw new FirebreakError(
      "INVALID_ARGUMENT", `The address of a server is such as http://127.0.0.1:9099, and not '${text}'.`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
