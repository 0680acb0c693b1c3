// Stands in for the part of @playwright/test that fixtures meet, by its published interface: `test.extend` takes
// functions, and tuples with options; a fixture names those that it uses in the pattern of its first parameter, is
// called with `use`, and is torn down after what used it, in reverse order; those of a worker are there for all its
// tests.

class TestType {
  constructor(fixtures = {}) {
    this.fixtures = fixtures;
  }

  extend(fixtures) {
    return new TestType({ ...this.fixtures, ...fixtures });
  }
}

export const test = new TestType();
export const expect = () => {};

/** A worker that runs tests one after the other. */
export class Worker {
  #fixtures;
  #set = new Set();

  /**
   * @param {TestType} test
   * @param {object} options As in `use` of a configuration.
   */
  constructor(test, options = {}) {
    this.#fixtures = Object.fromEntries(
      Object.entries(test.fixtures).map(([name, given]) => {
        const [value, { scope = "test", option = false } = {}] = Array.isArray(given) ? given : [given];
        return [name, { value: option && name in options ? options[name] : value, scope, option }];
      }),
    );
    for (const name of Object.keys(options)) {
      if (!this.#fixtures[name]?.option) throw new Error(`${name} is not an option`);
    }
    this.scope = new Scope(this.#fixtures, "worker");
  }

  /** Runs a test; what it throws is its failure, which is returned as its result. */
  async run(body) {
    const testInfo = { status: "passed", expectedStatus: "passed", attachments: [] };
    testInfo.attach = async (name, options) => void testInfo.attachments.push({ name, ...options });
    const scope = new Scope(this.#fixtures, "test", this.scope, testInfo);
    try {
      await body(await scope.pattern(body));
    } catch (error) {
      Object.assign(testInfo, { status: "failed", error });
    }
    await scope.end();
    return testInfo;
  }

  end() {
    return this.scope.end();
  }
}

class Scope {
  #values = new Map();
  #ends = [];

  constructor(fixtures, name, outer, testInfo) {
    Object.assign(this, { fixtures, name, outer, testInfo });
  }

  /** The fixtures that a function names. */
  async pattern(call) {
    const [, names] = /^(?:async\s*)?(?:function\s*)?\(\s*\{([^}]*)\}/.exec(call.toString()) ?? [];
    if (names === undefined) throw new Error("the first parameter has to be a pattern of fixtures");
    const found = {};
    for (const name of names.split(/[\s,]+/).filter(Boolean)) found[name] = await this.value(name);
    return found;
  }

  value(name) {
    const fixture = this.fixtures[name];
    if (!fixture) throw new Error(`there is no fixture ${name}`);
    if (fixture.scope !== this.name) {
      if (!this.outer) throw new Error(`the fixture ${name} is a test's, and a worker's asks for it`);
      return this.outer.value(name);
    }
    if (!this.#values.has(name)) this.#values.set(name, this.#begin(fixture));
    return this.#values.get(name);
  }

  async #begin({ value }) {
    if (typeof value !== "function") return value;
    const pattern = await this.pattern(value);
    return new Promise((resolve, reject) => {
      let isUsed = false;
      const running = value(
        pattern,
        (given) =>
          new Promise((end) => {
            if (isUsed) throw new Error("use was called twice");
            isUsed = true;
            this.#ends.push(() => {
              end();
              return running;
            });
            resolve(given);
          }),
        this.testInfo,
      );
      running.then(() => isUsed || reject(new Error("use was not called")), reject);
    });
  }

  async end() {
    while (this.#ends.length) await this.#ends.pop()();
  }
}
