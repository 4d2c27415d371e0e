// What a patch of a view means. It is a list with one value, which takes the place of the old one; or an object that
// names what changed inside an object or a list, each part with its own patch, or with null where it is gone. Of a
// list, "#" is the new length. A patch with "@" is for the part of that name. Parts that did not change stay the same
// objects.

/** @typedef {any[] | { [name: string]: any }} Patch */

/** @param {any} old @param {Patch} patch @returns {any} the new value */
export function patched(old, patch) {
  if (Array.isArray(patch)) return patch[0];
  const { "#": length, ...parts } = patch;
  const isList = Array.isArray(old);
  const made = isList ? old.slice(0, length) : { ...old };
  for (const [name, part] of Object.entries(isList ? parts : patch)) {
    if (part === null) delete made[name];
    else if (typeof part["@"] === "string") {
      const { "@": from, ...rest } = part;
      made[name] = patched(old[from], rest);
    } else made[name] = patched(made[name], part);
  }
  return made;
}
