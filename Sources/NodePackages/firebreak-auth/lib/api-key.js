// Position 0 ends the ID.
const alphabet = "\0abcdefghijklmnopqrstuvwxyz0123456789-";
const longestID = 30;
const numberBytes = 20;
const checksumBytes = 6;

/**
 * The API key that selects a project on every Firebreak server without being registered: the derived one, which has the
 * form that Apple's and Android's SDKs insist on; `project:ID` for an ID that none can be derived of.
 *
 * It is what `firebreak keys` prints: a checksum, and the ID as a number in base 38 that is masked by the checksum.
 *
 * @param {string} project
 */
export function apiKeyOf(project) {
  if (!/^[a-z0-9-]{1,30}$/.test(project)) return `project:${project}`;
  const digits = [...project.padEnd(longestID, alphabet[0])].map((character) => alphabet.indexOf(character));
  let number = digits.reduceRight((sum, digit) => sum * BigInt(alphabet.length) + BigInt(digit), 0n);
  const bytes = new Uint8Array(numberBytes);
  for (let index = numberBytes - 1; index >= 0; index -= 1) {
    bytes[index] = Number(number & 0xffn);
    number >>= 8n;
  }
  const hash = stableHash([...bytes, ...Buffer.from("firebreak")]);
  const checksum = Array.from({ length: checksumBytes }, (_, index) => Number((hash >> BigInt(8 * index)) & 0xffn));
  const masked = bytes.map((byte, index) => byte ^ Number((stableHash([index, ...checksum]) >> 24n) & 0xffn));
  return `AIza${Buffer.from([...checksum, ...masked]).toString("base64url")}`;
}

/** FNV-1a of 64 bits. */
function stableHash(bytes) {
  const step = (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100_0000_01b3n);
  return bytes.reduce(step, 0xcbf2_9ce4_8422_2325n);
}
