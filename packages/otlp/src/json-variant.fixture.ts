import { type DescEnum, type DescField, ScalarType } from '@bufbuild/protobuf';
import { isReflectMessage, type ReflectMessage } from '@bufbuild/protobuf/reflect';
import type { Choices } from './random-message.fixture.ts';

/** Syntax that a variant of the JSON mapping may contain. */
export interface JsonVariantOptions {
  /** Ids of spans and traces in hexadecimal, as in OTLP, or in Base64, as in the JSON mapping. */
  readonly ids: 'hex' | 'base64';
  /** Whether 64-bit integers may be numbers with more digits than a double, which `JSON.parse` rounds. */
  readonly longNumbers: boolean;
}

const UNKNOWN_FIELDS = ['"unknownField":{"spans":[null,{"traceId":5}]}', '"":0', '"new_field":[[["x"]],1e5]'] as const;
const ID_PATTERN = /_?(trace|span)_id$/;

/** Writes a message as JSON, with a random choice among the variants that parsers of the JSON mapping must accept. */
export function writeJsonVariant(message: ReflectMessage, choices: Choices, options: JsonVariantOptions): string {
  const { oneOf, pick } = choices;
  const members = message.fields.flatMap((field) => {
    if (!message.isSet(field))
      return pick(20) === 0 && field.oneof === undefined ? [`${writeName(field, choices)}:null`] : [];
    return [`${writeName(field, choices)}:${oneOf(['', ' ', '\n\t'])}${writeField(message, field, choices, options)}`];
  });
  if (pick(8) === 0) members.splice(pick(members.length + 1), 0, oneOf(UNKNOWN_FIELDS));
  return `{${members.join(oneOf([',', ', ']))}}`;
}

const writeName = (field: DescField, { oneOf }: Choices) => JSON.stringify(oneOf([field.jsonName, field.name]));

function writeField(message: ReflectMessage, field: DescField, choices: Choices, options: JsonVariantOptions): string {
  if (field.fieldKind === 'list' && field.listKind === 'message') {
    const elements = [...message.get(field)].filter((element) => isReflectMessage(element));
    return `[${elements.map((element) => writeJsonVariant(element, choices, options)).join(',')}]`;
  }
  if (field.fieldKind === 'message') return writeJsonVariant(message.get(field), choices, options);
  if (field.fieldKind === 'enum') return writeEnum(field.enum, message.get(field), choices);
  const value = message.get(field);
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'bigint') return writeInteger(value, choices, options);
  if (value instanceof Uint8Array)
    return writeBytes(value, ID_PATTERN.test(field.name) ? options.ids : 'base64', choices);
  if (typeof value !== 'number') throw new Error(`The field ${field.name} has an unknown type`);
  return field.scalar === ScalarType.DOUBLE
    ? writeDouble(value, choices)
    : choices.oneOf([String(value), `"${value}"`]);
}

function writeEnum({ values }: DescEnum, number: number, { oneOf }: Choices): string {
  const name = values.find((value) => value.number === number)?.name;
  return oneOf([String(number), JSON.stringify(name ?? number)]);
}

function writeInteger(value: bigint, { oneOf }: Choices, { longNumbers }: JsonVariantOptions): string {
  const isShort = Number.isSafeInteger(Number(value));
  const digits = String(value);
  const [, mantissa = digits, zeros = ''] = /^(-?\d+?)(0*)$/.exec(digits) ?? [];
  const numbers = [digits, `${mantissa}e${zeros.length}`, `${mantissa}E+${zeros.length}`, `${digits}.0`] as const;
  const text = oneOf(numbers);
  return isShort || longNumbers ? oneOf([text, `"${digits}"`]) : `"${digits}"`;
}

function writeDouble(value: number, { oneOf }: Choices): string {
  return Number.isFinite(value) ? oneOf([String(value), `"${value}"`]) : `"${value}"`;
}

function writeBytes(bytes: Uint8Array, encoding: 'hex' | 'base64', { oneOf }: Choices): string {
  const buffer = Buffer.from(bytes);
  const base64 = buffer.toString('base64');
  const hex = buffer.toString('hex');
  const texts =
    encoding === 'hex'
      ? ([hex, hex.toUpperCase()] as const)
      : ([base64, base64.replace(/=+$/, ''), buffer.toString('base64url')] as const);
  return JSON.stringify(oneOf<string>(texts));
}
