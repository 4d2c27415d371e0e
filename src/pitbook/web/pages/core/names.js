// A person's name as others read it: "Ann~" and 32 digits is Ann.
export const shown = (player) => (player ? String(player).split("~")[0] : "");

// "trips_plus" -> "Trips plus"
export function words(name) {
  const text = String(name ?? "").replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// Whether the rules that are played by were approved, and when: the date as the submission has it, or null.
export const approval = (approved) => (approved ? `Approved ${approved}` : "Not approved");

// A sentence of the server as it is shown: with a capital, a full stop, and names without what tells namesakes apart.
export function sentence(text) {
  const plain = String(text).replace(/~(?:[0-9a-f]{8}|bot|guest)\b/g, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1) + (/[.!?]$/.test(plain) ? "" : ".");
}
