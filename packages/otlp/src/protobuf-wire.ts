import { OtlpError } from './otlp-span.ts';

/** A field of a message. Its value is a number for varints and fixed-size values, and bytes for strings, bytes and messages. */
export interface WireField {
  readonly field: number;
  readonly value: bigint | Uint8Array;
}

const MAX_VARINT_BITS = 70n;

/**
 * Reads the fields of a message in the wire format of Protocol Buffers. A library would require generated code and would decode all fields, although a log
 * needs only about a dozen of them. Groups are rejected, because no current schema uses them. @throws OtlpError if the bytes are truncated or not a valid
 * message
 */
export function* getFields(bytes: Uint8Array): Generator<WireField> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let index = 0;
  const take = (length: number): number => {
    const start = index;
    if (length > bytes.length - start)
      throw createWireError(`the message ends within a field, at byte ${bytes.length}`);
    index = start + length;
    return start;
  };
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < MAX_VARINT_BITS; shift += 7n) {
      const byte = view.getUint8(take(1));
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw createWireError(`a number before byte ${index} has more than 10 bytes`);
  };
  while (index < bytes.length) {
    const tag = readVarint();
    const field = Number(tag >> 3n);
    if (field === 0) throw createWireError(`field number 0 before byte ${index}`);
    switch (Number(tag & 7n)) {
      case 0:
        yield { field, value: readVarint() };
        break;
      case 1:
        yield { field, value: view.getBigUint64(take(8), true) };
        break;
      case 2: {
        const length = readVarint();
        if (length > BigInt(bytes.length))
          throw createWireError(`a field of ${length} bytes before byte ${index} exceeds the message`);
        const start = take(Number(length));
        yield { field, value: bytes.subarray(start, index) };
        break;
      }
      case 5:
        yield { field, value: BigInt(view.getUint32(take(4), true)) };
        break;
      default:
        throw createWireError(`unknown wire type ${tag & 7n} before byte ${index}`);
    }
  }
}

const createWireError = (problem: string) => new OtlpError(`must be a message of Protocol Buffers: ${problem}`);

/** Encodes a numeric field. */
export function encodeVarintField(field: number, value: number): Uint8Array {
  return Uint8Array.from([...encodeVarint(field * 8), ...encodeVarint(value)]);
}

/** Encodes a field that contains a text or a message. */
export function encodeBytesField(field: number, value: Uint8Array): Uint8Array {
  return Uint8Array.from([...encodeVarint(field * 8 + 2), ...encodeVarint(value.length), ...value]);
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  let remainingValue = value;
  for (; remainingValue >= 0x80; remainingValue = Math.floor(remainingValue / 0x80))
    bytes.push((remainingValue % 0x80) + 0x80);
  return [...bytes, remainingValue];
}
