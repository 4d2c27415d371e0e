// Who plays in this browser. The server keeps it in a cookie; nothing is stored here but the name last used.

import { get, post } from "./api.js";
import { useEffect, useState } from "./html.js";
import { say } from "./words.js";

/** @typedef {import("../types/api.js").SessionDocument} Session */

/** @type {Session} */
const NOBODY = { player: null, name: null, grants: {} };
/** @type {Session | null} */
let session = null;
/** @type {Promise<Session> | null} */
let asking = null;
/** @type {Set<(session: Session) => void>} */
const watching = new Set();

/** @param {Session} found */
function became(found) {
  session = found.player ? found : NOBODY;
  for (const tell of watching) tell(session);
  return session;
}

/** It is asked once, however many parts of a page want to know it. */
export async function whoAmI() {
  if (session) return session;
  asking ??= get("/api/session");
  try {
    const found = await asking;
    return session ?? became(found);
  } finally {
    asking = null;
  }
}
/** @param {string} name */
export const signIn = async (name) => became(await post("/api/session", { name }));
export const ensureSession = async (name = say("session.guest")) => {
  const found = await whoAmI();
  return found.player ? found : signIn(name);
};
/** @param {string} invitation */
export const acceptInvitation = async (invitation) => became(await post("/api/session/grants", { invitation }));

// null until it is known.
export function useSession() {
  const [found, setFound] = useState(session);
  useEffect(() => {
    watching.add(setFound);
    whoAmI().then(setFound, () => setFound(NOBODY));
    return () => watching.delete(setFound);
  }, []);
  return found;
}
