// useTable(table, as): the newest view of a table, kept live, and send(command), which is answered exactly once.
// A null table waits; another `turn` connects anew, as whoever one is by then.
//
// A command keeps its key until it is answered: after a lost connection, or when the server could not confirm what it
// stored, it is sent again with the same key, and the server knows what it has done already. So a wager can't be lost,
// and can't be made twice.

import { ApiError, apiError, get, newKey, unreachable } from "./api.js";
import { useCallback, useEffect, useRef, useState } from "./html.js";
import { patched } from "./patch.js";
import { stands, VERSION } from "./shell.js";
import { language, say } from "./words.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const SILENT_TOO_LONG = 45000;
const UNCONFIRMED = 503; // stored, but not confirmed
// Close codes after which coming back is pointless, and what to say.
/** @type {Record<number, import("./words.js").Key>} */
const FINAL = { 4403: "live.forbidden", 4404: "live.no_table" };

/** @typedef {import("../types/api.js").View} View */
/** @typedef {import("../types/api.js").Command} Command */
/** @typedef {import("../types/api.js").DoneMessage} Done */
/** @typedef {View["role"]} Role */

/**
 * @typedef {object} Live
 * @property {View | null} view
 * @property {number | null} version
 * @property {boolean} connected
 * @property {ApiError | null} error
 * @property {boolean} ended
 */

/** @typedef {{ message: string, done: (done: Done) => void, failed: (error: ApiError) => void, unconfirmed: number }} Waiting */

/** How long to wait after so many failures, in milliseconds. @param {number} failures */
const waitAfter = (failures) => Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);

export class Connection {
  /** @type {WebSocket} */
  socket;
  /** @type {number | undefined} */
  beat;
  /** @type {number | undefined} */
  retry;
  /** @type {Map<string, Waiting>} by key */
  waiting = new Map();

  /** @param {string} table @param {Role} as @param {(news: Partial<Live>) => void} tell */
  constructor(table, as, tell) {
    this.plain = `/api/tables/${encodeURIComponent(table)}?as=${as}`;
    this.address = `${
      location.protocol === "https:" ? "wss" : "ws"
    }://${location.host}/api/tables/${encodeURIComponent(table)}/live?as=${as}&patches=true&language=${language()}`;
    if (VERSION) this.address += `&shell=${VERSION}`;
    this.tell = tell;
    this.failures = 0;
    this.heard = 0; // when anything last came
    this.opened = false; // the handshake of the last attempt succeeded
    this.stopped = false;
    /** @type {View | null} */
    this.view = null; // what patches are for
    this.number = 0;
    this.socket = this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    this.opened = false;
    socket.onopen = () => {
      this.opened = true;
      this.failures = 0;
      this.heard = Date.now();
      stands("current"); // whatever went unanswered while the server was away
      this.tell({ connected: true });
      for (const { message } of this.waiting.values()) socket.send(message);
      this.beat = setInterval(() => this.pulse(), PING_EVERY);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => this.lost(event.code);
    return socket;
  }

  pulse() {
    if (Date.now() - this.heard > SILENT_TOO_LONG) this.socket.close();
    else this.socket.send('{"type":"ping"}');
  }

  /** @param {import("../types/api.js").ServerMessage} message */
  hear(message) {
    this.heard = Date.now();
    if (message.type === "view") this.show(message, message.view);
    if (message.type === "patch") {
      // A whole view is asked for where a patch does not fit, and patches are of no use until it comes.
      if (this.view === null || message.base !== this.number) this.socket.send('{"type":"view"}');
      else this.show(message, patched(this.view, message.patch));
    }
    if (message.type === "done") this.answered(message.id)?.done(message);
    if (message.type === "error") {
      if (message.status === UNCONFIRMED && this.askAgain(message.id)) return;
      const error = apiError(message, message.status);
      const asked = this.answered(message.id);
      if (asked) asked.failed(error);
      else this.tell({ error });
    }
  }

  /** @param {{ number: number, version: number }} message @param {View} view */
  show({ number, version }, view) {
    this.view = view;
    this.number = number;
    this.tell({ view, version });
  }

  /** Send a command again in a while; false if it does not wait for an answer. @param {string | null} id */
  askAgain(id) {
    const asked = id === null ? undefined : this.waiting.get(id);
    if (id === null || !asked) return false;
    asked.unconfirmed += 1;
    this.tell({
      error: new ApiError("unreachable", [{ message: say("live.unconfirmed"), value: null, clause: null }]),
    });
    setTimeout(() => {
      const open = this.socket.readyState === WebSocket.OPEN;
      if (this.waiting.has(id) && open) this.socket.send(asked.message); // otherwise it is sent when the socket opens
    }, waitAfter(asked.unconfirmed));
    return true;
  }

  /** @param {string | null} id of the command that an answer is for */
  answered(id) {
    const asked = id === null ? undefined : this.waiting.get(id);
    if (id !== null) this.waiting.delete(id);
    if (asked?.unconfirmed) this.tell({ error: null });
    return asked;
  }

  /** @param {number} code */
  lost(code) {
    clearInterval(this.beat);
    if (this.stopped) return;
    this.tell({ connected: false });
    if (FINAL[code]) {
      this.stop(new ApiError("refused", [{ message: say(FINAL[code]), value: null, clause: null }]));
      return;
    }
    this.failures += 1;
    if (!this.opened) this.askWhy();
    this.retry = setTimeout(() => this.open(), waitAfter(this.failures));
  }

  // A handshake that is refused tells the page nothing, so ask in the plain way what the matter is.
  askWhy() {
    get(this.plain).catch((error) => {
      if (!this.stopped && [401, 403, 404, 412].includes(error.status)) this.stop(error);
    });
  }

  /** @param {Command} command @param {number | null} [expected] @returns {Promise<Done>} */
  send(command, expected = null) {
    const id = newKey();
    const message = JSON.stringify({ type: "command", id, expected, command });
    return new Promise((done, failed) => {
      this.waiting.set(id, { message, done, failed, unconfirmed: 0 });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(message);
    });
  }

  /** @param {ApiError | null} [error] */
  stop(error = null) {
    this.stopped = true;
    clearTimeout(this.retry);
    clearInterval(this.beat);
    this.socket.onclose = null;
    this.socket.close();
    if (error) this.tell({ error, connected: false, ended: true });
    for (const { failed } of this.waiting.values())
      failed(error || new ApiError("refused", [{ message: say("live.left"), value: null, clause: null }]));
    this.waiting.clear();
  }
}

/** @type {Live} */
const NOTHING_YET = { view: null, version: null, connected: false, error: null, ended: false };

/** @param {string | null} table @param {Role} [as] @param {number} [turn] */
export function useTable(table, as = "player", turn = 0) {
  const [state, setState] = useState(NOTHING_YET);
  const connection = useRef(/** @type {Connection | null} */ (null));
  useEffect(() => {
    setState(NOTHING_YET);
    if (table === null) return undefined;
    const opened = new Connection(table, as, (news) => setState((before) => ({ ...before, ...news })));
    connection.current = opened;
    return () => opened.stop();
  }, [table, as, turn]);
  const send = useCallback(
    /**
     * Rejects with an ApiError; `expected` is the version that the table must still be at.
     * @param {Command} command
     * @param {number | null} [expected]
     */
    async (command, expected = null) => {
      if (connection.current === null) throw unreachable();
      return connection.current.send(command, expected);
    },
    [],
  );
  const dismiss = useCallback(() => setState((before) => ({ ...before, error: null })), []);
  return { ...state, send, dismiss };
}
