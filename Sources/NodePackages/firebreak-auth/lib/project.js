import { randomBytes } from "node:crypto";

import { apiKeyOf } from "./api-key.js";
import * as methods from "./generated.js";
import { waiting } from "./waiting.js";

/** A project of a server: only a name and an address, so it costs nothing to make. */
export class FirebreakProject extends methods.ProjectMethods {
  #transport;

  constructor(transport, id) {
    const path = `/projects/${encodeURIComponent(id)}`;
    super(transport, path);
    this.#transport = transport;
    this.id = id;
    this.outbox = new Outbox(transport, path);
    this.requests = new Requests(transport, path);
    this.accounts = new methods.AccountsMethods(transport, path);
    this.refs = new methods.RefsMethods(transport, path);
    this.clock = new methods.ClockMethods(transport, path);
    this.faults = new methods.FaultsMethods(transport, path);
    this.snapshots = new methods.SnapshotsMethods(transport, path);
    this.rules = new methods.RulesMethods(transport, path);
    this.apiKeys = new methods.ApiKeysMethods(transport, path);
  }

  get url() {
    return this.#transport.url;
  }

  get apiKey() {
    return apiKeyOf(this.id);
  }

  environment() {
    return {
      ...this.#transport.environment(),
      GCLOUD_PROJECT: this.id,
      GOOGLE_CLOUD_PROJECT: this.id,
      FIREBREAK_PROJECT: this.id,
    };
  }

  async fork({ to = `${this.id}--${randomBytes(4).toString("hex")}`, expiresIn, signal } = {}) {
    const { projectId } = await this.send("POST", ":fork", { body: { to, expiresIn }, signal });
    return new FirebreakProject(this.#transport, projectId);
  }

  signedInState(who, { apiKey = this.apiKey, ...more } = {}) {
    return this.accounts.browserState(who, { apiKey, ...more });
  }
}

class Outbox extends methods.OutboxMethods {
  async wait(filter) {
    const [message] = await this.waitForCount(1, filter);
    return message;
  }

  async waitForCount(count, { timeout, signal, ...filter } = {}) {
    const ask = (query) => this.send("GET", "/outbox:wait", { query, signal });
    return (await waiting(ask, { limit: count, ...filter, count }, timeout)).messages;
  }

  async cursor({ signal } = {}) {
    return (await this.list({ limit: 1, order: "desc", signal })).nextCursor;
  }

  async *stream({ signal, ...query } = {}) {
    for await (const { name, data } of this.events("/outbox:stream", { query, signal })) {
      yield { event: name, message: JSON.parse(data) };
    }
  }
}

class Requests extends methods.RequestsMethods {
  async wait(filter) {
    const [call] = await this.waitForCount(1, filter);
    return call;
  }

  async waitForCount(count, { timeout, signal, ...filter } = {}) {
    const ask = (query) => this.send("GET", "/requests:wait", { query, signal });
    return (await waiting(ask, { limit: count, ...filter, count }, timeout)).requests;
  }

  async cursor({ signal } = {}) {
    return (await this.list({ limit: 1, order: "desc", signal })).nextCursor;
  }

  async *stream({ signal, ...query } = {}) {
    for await (const { data } of this.events("/requests:stream", { query, signal })) yield JSON.parse(data);
  }
}
