// Who plays in this browser. The server keeps it in a cookie; nothing is stored here but the name last used.
import { useEffect, useState } from "./html.js";
import { get, post } from "./api.js";

let session = null;
const watching = new Set();

function became(found) {
  session = found && found.player ? found : { player: null, name: null, grants: {} };
  for (const tell of watching) tell(session);
  return session;
}

export const whoAmI = async () => session || became(await get("/api/session"));
export const signIn = async (name) => became(await post("/api/session", { name }));
export const ensureSession = async (name = "Guest") => {
  const found = await whoAmI();
  return found.player ? found : signIn(name);
};
export const acceptInvitation = async (invitation) => became(await post("/api/session/grants", { invitation }));

// null until it is known.
export function useSession() {
  const [found, setFound] = useState(session);
  useEffect(() => {
    watching.add(setFound);
    whoAmI().then(setFound, () => setFound({ player: null, name: null, grants: {} }));
    return () => watching.delete(setFound);
  }, []);
  return found;
}
