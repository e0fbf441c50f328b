import { describe, expect, it } from 'vitest';
import { countFields } from './protobuf-fields.ts';

const field = (number: number, content: readonly number[]) => [(number << 3) | 2, content.length, ...content];

describe('countFields', () => {
  it('counts the messages at a path, and skips fields of every other wire type', () => {
    const span = field(1, [7, 7, 7]);
    const scope = [...field(1, [1]), ...field(2, span), ...field(2, []), 0x18, 0x96, 0x01];
    const resource = [...field(1, [9]), ...field(2, scope), ...field(2, field(2, span)), 0x19, 1, 2, 3, 4, 5, 6, 7, 8];
    const message = Uint8Array.from([...field(1, resource), 0x25, 1, 2, 3, 4, ...field(1, [])]);
    expect(countFields(message, [1, 2, 2])).toBe(3);
    expect(countFields(message, [1])).toBe(2);
    expect(countFields(message, [5])).toBe(0);
  });

  it('reads lengths of more than one byte', () => {
    expect(countFields(Uint8Array.from([0x0a, 0x80, 0x01, ...new Array<number>(128).fill(0), 0x0a, 0]), [1])).toBe(2);
  });
});
