import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { type ReflectMessage, reflect } from '@bufbuild/protobuf/reflect';

/** Random choices that are the same for the same seed. */
export interface Choices {
  /** Returns an integer from 0 to `limit` (exclusive). */
  readonly pick: (limit: number) => number;
  readonly oneOf: <T>(values: readonly [T, ...T[]]) => T;
}

/** Creates random choices with a linear congruential generator. */
export function createChoices(seed: number): Choices {
  let state = BigInt(seed) * 2_862_933_555_777_941_757n + 3_037_000_493n;
  const pick = (limit: number) => {
    state = BigInt.asUintN(64, state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n);
    return Number((state >> 33n) % BigInt(limit));
  };
  return { pick, oneOf: (values) => values[pick(values.length)] ?? values[0] };
}

const MAX_DEPTH = 7;
const TEXTS = [
  '',
  'http.route',
  'GET',
  'é 日本 😀',
  '"quoted" \\ line\n',
  '1772359200000000001',
  '__proto__',
  'null',
] as const;
const INT64 = [
  0n,
  1n,
  -1n,
  200n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 63n - 1n,
  -(2n ** 63n),
  17n * 10n ** 17n,
] as const;
const FIXED64 = [0n, 1n, 1_772_359_200_000_000_001n, 17n * 10n ** 17n, 2n ** 53n + 1n, 2n ** 64n - 1n] as const;
const DOUBLES = [
  0,
  1.5,
  -2.25,
  200,
  1e300,
  5e-324,
  2 ** 60,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
] as const;

/** Creates a message with random values in random fields, from its schema. */
export function createRandomMessage(schema: DescMessage, choices: Choices, depth = 0): ReflectMessage {
  const message = reflect(schema);
  for (const field of schema.fields) {
    if (isLeftOut(field, choices, depth)) continue;
    if (field.fieldKind === 'list') {
      const list = message.get(field);
      const isScalar = field.listKind !== 'message';
      for (let count = choices.pick(depth < 3 ? 4 : 2); count > 0 && !isScalar; count -= 1)
        list.add(createRandomMessage(field.message, choices, depth + 1));
    } else if (field.fieldKind === 'message') {
      message.set(field, createRandomMessage(field.message, choices, depth + 1));
    } else if (field.fieldKind === 'enum') {
      message.set(field, choices.oneOf([0, 1, 2, 2, 2]));
    } else if (field.fieldKind === 'scalar') {
      message.set(field, getScalar(field.scalar, choices));
    }
  }
  return message;
}

/** Returns whether to omit a field at random. Messages and lists beyond the maximum depth are omitted, and at most one member of a oneof is set. */
function isLeftOut(field: DescField, { pick }: Choices, depth: number): boolean {
  if (depth > MAX_DEPTH && (field.fieldKind === 'message' || field.fieldKind === 'list')) return true;
  if (field.oneof === undefined) return pick(6) === 0;
  return pick(field.oneof.fields.length) > 0;
}

function getScalar(type: ScalarType, { oneOf, pick }: Choices): string | boolean | number | bigint | Uint8Array {
  if (type === ScalarType.STRING) return oneOf(TEXTS);
  if (type === ScalarType.BOOL) return pick(2) === 1;
  if (type === ScalarType.INT64) return oneOf(INT64);
  if (type === ScalarType.FIXED64) return oneOf(FIXED64);
  if (type === ScalarType.DOUBLE) return oneOf(DOUBLES);
  if (type === ScalarType.BYTES) return Uint8Array.from({ length: oneOf([0, 8, 16, 5]) }, () => pick(256));
  if (type === ScalarType.UINT32 || type === ScalarType.FIXED32) return oneOf([0, 1, 2 ** 32 - 1]);
  throw new Error(`The schemas have no fields of the type ${ScalarType[type]}`);
}
