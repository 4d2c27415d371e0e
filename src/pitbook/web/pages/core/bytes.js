// Bytes and how they are written.

/** @param {string} text */
export const utf8 = (text) => new TextEncoder().encode(text);
/** @param {Uint8Array} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {string} text */
export const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Is this text so many bytes, written in hexadecimal digits?
 * @param {unknown} text
 * @param {number} bytes
 */
export const isHex = (text, bytes) =>
  typeof text === "string" && text.length === 2 * bytes && /^[0-9a-f]*$/i.test(text);

/** Bytes one after the other. @param {...Uint8Array} parts */
export function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
