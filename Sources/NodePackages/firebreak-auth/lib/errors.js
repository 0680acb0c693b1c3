/**
 * Why something failed: what the server refused, or why there was no answer of a server.
 */
export class FirebreakError extends Error {
  /**
   * @param {string} code The word for programs to compare.
   * @param {string} explanation What happened, in a sentence.
   * @param {{ status?: number, details?: unknown[], message?: string, cause?: unknown }} [more]
   */
  constructor(code, explanation, { status, details = [], message = `${code} : ${explanation}`, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "FirebreakError";
    this.code = code;
    this.explanation = explanation;
    this.status = status;
    this.details = details;
  }

  /**
   * The error that an answer without success describes.
   *
   * @param {number} status
   * @param {string} text The body.
   */
  static of(status, text) {
    const error = errorMember(text);
    if (typeof error?.message !== "string" || error.message === "") {
      // Without the envelope it is the answer of another program, such as a proxy, or of the HTTP layer.
      return new FirebreakError("REFUSED", text.trim() || `The server answered with status ${status}.`, { status });
    }
    const [code, ...rest] = error.message.split(" : ");
    return new FirebreakError(code, rest.join(" : ") || code, {
      status,
      details: Array.isArray(error.details) ? error.details : [],
      message: error.message,
    });
  }
}

function errorMember(text) {
  try {
    return JSON.parse(text)?.error;
  } catch {
    return undefined;
  }
}
