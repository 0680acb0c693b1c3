// Node gives up on an answer that has not begun after five minutes. A longer wait is several shorter ones.
const longest = 240_000;

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * What a wait of the server answers.
 *
 * @param {(query: object) => Promise<object>} ask Sends the call with a query.
 * @param {object} query
 * @param {string | number} [timeout] Such as `10s`; a number is milliseconds.
 */
export async function waiting(ask, query, timeout = "10s") {
  const text = typeof timeout === "number" ? `${Math.round(timeout)}ms` : timeout;
  let left = milliseconds(text);
  // What is not a time, or too long, the server refuses.
  if (left === undefined || left > 600_000) return ask({ ...query, timeout: text });
  for (;;) {
    const time = Math.min(left, longest);
    try {
      return await ask({ ...query, timeout: `${time}ms` });
    } catch (error) {
      left -= time;
      if (error.status !== 408 || left <= 0) throw error;
    }
  }
}

function milliseconds(text) {
  if (!/^(?:\d+(?:ms|[smhd]))+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+)(ms|[smhd])/g)].reduce((sum, [, count, unit]) => sum + count * units[unit], 0);
}
