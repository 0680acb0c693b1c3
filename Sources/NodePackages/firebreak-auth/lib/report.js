const messages = 5;
const calls = 10;

/**
 * What a project was sent and asked last, for the report of a test that failed.
 *
 * @param {import("./project.js").FirebreakProject} project
 */
export async function reportOf(project) {
  try {
    const sent = await project.outbox.list({ limit: messages, order: "desc" });
    const asked = await project.requests.list({ limit: calls, order: "desc" });
    return [
      `Last messages of ${project.id}:${listed(sent.messages.reverse().map(messageLine))}`,
      `Last calls of ${project.id}:${listed(asked.requests.reverse().map(callLine))}`,
      "",
    ].join("\n");
  } catch (error) {
    return `Messages and calls of ${project.id} cannot be read: ${error.message}\n`;
  }
}

function listed(lines) {
  return lines.length ? lines.map((line) => `\n  ${line}`).join("") : " none";
}

function messageLine({ seq, createdAt, type, to, delivery, status, link, code, reason }) {
  const state = [delivery, status].filter(Boolean).join(", ");
  return [`#${seq}`, createdAt, type, "to", to, `(${state})`, link?.action ?? code ?? reason].filter(Boolean).join(" ");
}

function callLine({ seq, at, operation, method, path, status, error, email, localId, phoneNumber, explanation }) {
  return [
    `#${seq}`,
    at,
    operation ?? `${method} ${path}`,
    status ?? "no answer",
    error,
    email ?? localId ?? phoneNumber,
    explanation && `– ${explanation}`,
  ].filter(Boolean).join(" ");
}
