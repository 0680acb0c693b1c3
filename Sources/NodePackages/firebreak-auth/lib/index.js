export { FirebreakError } from "./errors.js";
export { connectFirebreak, startFirebreak } from "./server.js";
