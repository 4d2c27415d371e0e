// The lobby: sit down at a new table with one click, set one up in detail, or join one that is open.

import { post } from "../core/api.js";
import { useBooks } from "../core/books.js";
import { html, useState } from "../core/html.js";
import { useLoad } from "../core/load.js";
import { typed } from "../core/money.js";
import { Problems } from "../core/problems.js";
import { go } from "../core/router.js";
import { ensureSession, signIn, useSession } from "../core/session.js";
import { useStyle } from "../core/style.js";
import { say } from "../core/words.js";
import { Books } from "./books.js";
import { DEFAULTS, seatedAt } from "./opening.js";
import { SetUp } from "./setup.js";
import { OpenTables } from "./tables.js";

/** @import { Book, OpenTableRequest, SessionDocument, TablesDocument } from "../types/api.js" */
/** @import { Loaded } from "../core/load.js" */
/** @import { Choices } from "./opening.js" */

/**
 * Whoever has no session yet gets one; whoever typed another name gets a new one.
 * @param {SessionDocument | null} session
 * @param {string} name
 */
async function introduce(session, name) {
  const wanted = name.trim();
  if (wanted && (!session || session.name !== wanted)) return signIn(wanted);
  return ensureSession(wanted || say("session.guest"));
}

export function Page() {
  const ready = useStyle(import.meta.url, "../style/lobby.css");
  const session = useSession();
  const books = useBooks();
  const tables = useLoad("/api/tables");
  const [choices, setChoices] = useState(DEFAULTS);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState(/** @type {Error | null} */ (null));
  /** @param {Partial<Choices>} news */
  const choose = (news) => setChoices((before) => ({ ...before, ...news }));

  /**
   * @param {OpenTableRequest} request
   * @param {{ deals?: boolean }} [how]
   */
  async function open(request, { deals = false } = {}) {
    if (typed(choices.buyIn) === null) {
      setError(new Error(say("chips.not_money", { text: choices.buyIn, example: "500.00" })));
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await introduce(session, choices.name);
      const { table } = await post("/api/tables", request);
      go(`/table/${table}${deals ? "/dealer" : ""}`);
    } catch (problem) {
      setError(/** @type {Error} */ (problem));
      setBusy(false);
    }
  }

  /** @param {Book} book */
  const seated = (book) => seatedAt(book, choices);

  if (!ready) return html`<p class="loading" aria-busy="true">${say("shell.loading")}</p>`;
  const found = books.data || [];
  return html`<div class="lobby">
    <${Problems} error=${error || books.error} onDismiss=${error ? () => setError(null) : null}
      onRetry=${books.error ? books.reload : null} />
    <${Books} books=${found} choices=${choices} choose=${choose} session=${session} busy=${busy}
      onPlay=${(book) => open({ ...seated(book), private: true })} />
    <${OpenTables} tables=${tables.data ? tables.data.tables : null} error=${tables.error} reload=${tables.reload} />
    ${
      found.length > 0 &&
      html`<${SetUp} books=${found} choices=${choices} busy=${busy} seated=${seated}
      onOpen=${open} />`
    }
  </div>`;
}
