// A tiny server that notes what it is asked, and answers what a test wants.
import { createServer } from "node:http";

/**
 * @param {(request: object, response: import("node:http").ServerResponse) => void} [answer] By default, `{}`.
 * @returns What runs until the test ends: its `url`, and the `requests` that it got.
 */
export async function answering(test, answer = (_, response) => json(response, {})) {
  const requests = [];
  const server = createServer(async (incoming, response) => {
    let body = "";
    for await (const part of incoming) body += part;
    const { method, url, headers } = incoming;
    const request = { method, url, headers, body, path: url.replace("/firebreak/v1", "") };
    requests.push(request);
    answer(request, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}

export function json(response, value, status = 200) {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(value));
}

export function text(response, value, status = 200, type = "text/plain") {
  response.writeHead(status, { "content-type": type }).end(value);
}

/** An error as the server writes it. */
export function failure(response, status, message, details) {
  json(response, { error: { code: status, message, status: "X", details } }, status);
}
