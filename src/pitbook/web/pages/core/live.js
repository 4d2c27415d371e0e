// useTable(table, as): the newest view of a table, kept live, and send(command), which is answered exactly once.
// A null table waits; another `turn` connects anew, as whoever one is by then.
//
// A command keeps its key until it is answered: after a lost connection it is sent again with the same key, and the
// server knows what it has done already. So a wager can't be lost, and can't be made twice.
import { useCallback, useEffect, useRef, useState } from "./html.js";
import { ApiError, apiError, get, newKey } from "./api.js";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const SILENT_TOO_LONG = 45000;
// Close codes after which coming back is pointless, and what to say.
const FINAL = { 4403: "You may not see this table from here.", 4404: "There is no such table." };

export class Connection {
  constructor(table, as, tell) {
    this.plain = `/api/tables/${encodeURIComponent(table)}?as=${as}`;
    this.address = `${location.protocol === "https:" ? "wss"
      : "ws"}://${location.host}/api/tables/${encodeURIComponent(table)}/live?as=${as}`;
    this.tell = tell;
    this.waiting = new Map(); // key -> {message, done, failed}
    this.failures = 0;
    this.heard = 0; // when anything last came
    this.stopped = false;
    this.open();
  }

  open() {
    this.socket = new WebSocket(this.address);
    this.socket.onopen = () => {
      this.failures = 0;
      this.heard = Date.now();
      this.tell({ connected: true });
      for (const { message } of this.waiting.values()) this.socket.send(message);
      this.beat = setInterval(() => this.pulse(), PING_EVERY);
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => this.lost(event.code);
  }

  pulse() {
    if (Date.now() - this.heard > SILENT_TOO_LONG) this.socket.close();
    else this.socket.send('{"type":"ping"}');
  }

  hear(message) {
    this.heard = Date.now();
    if (message.type === "view") this.tell({ view: message.view, version: message.version });
    const asked = message.id ? this.waiting.get(message.id) : null;
    if (message.type === "done" && asked) {
      this.waiting.delete(message.id);
      asked.done(message);
    }
    if (message.type === "error") {
      const error = apiError(message);
      if (asked) {
        this.waiting.delete(message.id);
        asked.failed(error);
      } else this.tell({ error });
    }
  }

  lost(code) {
    clearInterval(this.beat);
    if (this.stopped) return;
    this.tell({ connected: false });
    if (FINAL[code]) {
      this.stop(new ApiError("refused", [{ message: FINAL[code], value: null, clause: null }]));
      return;
    }
    this.failures += 1;
    if (!this.heard) this.askWhy();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.failures - 1)) * (0.75 + Math.random() / 2);
    this.retry = setTimeout(() => this.open(), wait);
  }

  // A handshake that is refused tells the page nothing, so ask in the plain way what the matter is.
  askWhy() {
    get(this.plain).catch((error) => {
      if (!this.stopped && [401, 403, 404].includes(error.status)) this.stop(error);
    });
  }

  send(command, expected = null) {
    const id = newKey();
    const message = JSON.stringify({ type: "command", id, expected, command });
    return new Promise((done, failed) => {
      this.waiting.set(id, { message, done, failed });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(message);
    });
  }

  stop(error = null) {
    this.stopped = true;
    clearTimeout(this.retry);
    clearInterval(this.beat);
    this.socket.onclose = null;
    this.socket.close();
    if (error) this.tell({ error, connected: false, ended: true });
    for (const { failed } of this.waiting.values()) failed(error || new ApiError("refused",
      [{ message: "The page was left.", value: null, clause: null }]));
    this.waiting.clear();
  }
}

export function useTable(table, as = "player", turn = 0) {
  const [state, setState] = useState({ view: null, version: null, connected: false, error: null, ended: false });
  const connection = useRef(null);
  useEffect(() => {
    setState({ view: null, version: null, connected: false, error: null, ended: false });
    if (table === null) return undefined;
    const opened = new Connection(table, as, (news) => setState((before) => ({ ...before, ...news })));
    connection.current = opened;
    return () => opened.stop();
  }, [table, as, turn]);
  // Resolves with {version, repeated} or rejects with an ApiError; `expected` is the version it must still be at.
  const send = useCallback((command, expected = null) => connection.current.send(command, expected), []);
  const dismiss = useCallback(() => setState((before) => ({ ...before, error: null })), []);
  return { ...state, send, dismiss };
}
