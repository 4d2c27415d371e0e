// Requests to the server. What it refuses is thrown as an ApiError, which carries sentences for people.
import { stands, VERSION } from "./shell.js";
import { language, say } from "./words.js";

/** @typedef {import("../types/api.js").ProblemDocument} Problem */

export class ApiError extends Error {
  /**
   * @param {"malformed" | "refused" | "conflict" | "unreachable"} kind unreachable when no answer came
   * @param {Problem[]} problems
   */
  constructor(kind, problems, status = 0) {
    super(problems.map((problem) => problem.message).join(" "));
    this.name = "ApiError";
    this.kind = kind;
    this.problems = problems;
    this.status = status;
  }
}

export const unreachable = () =>
  new ApiError("unreachable", [{ message: say("server.unreachable"), value: null, clause: null }]);

/**
 * From an error document of the server, or from anything else that came instead of one.
 * @param {any} body
 */
export function apiError(body, status = 0) {
  const error = body?.error;
  if (error && Array.isArray(error.problems) && error.problems.length) {
    return new ApiError(error.kind, error.problems, status);
  }
  const answered = status ? say("server.answered", { status }) : say("server.unknown_answer");
  const message = status === 404 ? say("server.not_found") : answered;
  return new ApiError("refused", [{ message, value: null, clause: null }], status);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {Record<string, string>} [headers]
 * @param {boolean} [plain] give the text as it is
 * @returns {Promise<any>}
 */
async function request(method, path, body, headers = {}, plain = false) {
  /** @type {RequestInit & { headers: Record<string, string> }} */
  const options = {
    method,
    headers: { Accept: "application/json", "Accept-Language": language(), ...headers },
    credentials: "same-origin",
  };
  if (VERSION) options.headers["Pitbook-Shell"] = VERSION;
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(path, options);
  } catch {
    stands("alone");
    throw unreachable();
  }
  const { headers: said } = response;
  stands(said.has("Pitbook-Shell") ? "outdated" : said.has("Pitbook-Kept") ? "alone" : "current");
  const text = await response.text();
  let found = null;
  try {
    found = text ? JSON.parse(text) : null;
  } catch {
    found = null;
  }
  if (!response.ok) throw apiError(found, response.status);
  return plain ? text : found;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path */
export const getText = (path) => request("GET", path, undefined, { Accept: "text/plain" }, true);
/** @param {string} path @param {object} [body] @param {Record<string, string>} [headers] */
export const post = (path, body = {}, headers = {}) => request("POST", path, body, headers);
/** @param {string} path */
export const del = (path) => request("DELETE", path);

// A key that makes a command safe to send twice. (randomUUID is missing on plain HTTP.)
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
