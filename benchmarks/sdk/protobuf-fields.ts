const LENGTH_DELIMITED = 2;
/** The number of bytes of the wire types with a fixed length. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/**
 * Returns how many messages a message of Protocol Buffers contains at a path of field numbers.
 * @param path such as `[1, 2]` for the messages in field 2 of the messages in field 1
 */
export function countFields(message: Uint8Array, path: readonly number[]): number {
  const [wanted, ...rest] = path;
  let count = 0;
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = message[at] ?? 0;
      at += 1;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < message.length) {
    const tag = readVarint();
    const wireType = tag & 7;
    if (wireType !== LENGTH_DELIMITED) {
      const bytes = FIXED_BYTES[wireType];
      if (bytes === undefined) readVarint();
      else at += bytes;
      continue;
    }
    const end = readVarint() + at;
    if (tag >> 3 === wanted) count += rest.length === 0 ? 1 : countFields(message.subarray(at, end), rest);
    at = end;
  }
  return count;
}
