/**
 * Reads server-sent events (HTML Living Standard, section 9.2.6) as far as the server uses them.
 *
 * @param {AsyncIterable<Uint8Array>} bytes
 * @returns {AsyncGenerator<{ name: string, data: string }>}
 */
export async function* eventsOf(bytes) {
  const decoder = new TextDecoder();
  let rest = "";
  let name = "message";
  let data = [];
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const [, field, value] = /^([^:]*)(?:: ?)?([^\r]*)/.exec(line);
      if (field === "event") name = value;
      else if (field === "data") data.push(value);
      else if (line === "" || line === "\r") {
        if (data.length) yield { name, data: data.join("\n") };
        name = "message";
        data = [];
      }
    }
  }
}
