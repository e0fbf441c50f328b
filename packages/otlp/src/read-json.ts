import { z } from 'zod';
import { type Attributes, type AttributeValue, OtlpError, type OtlpSpan, SERVER_KIND, toInteger } from './otlp-span.ts';

/** Schema of 64-bit integers, which are strings in the JSON encoding of Protocol Buffers. Small ones may also be numbers. */
const integer = z.union([z.string().regex(/^-?\d{1,20}$/, 'must be an integer'), z.int()]);
const anyValue = z.looseObject({
  stringValue: z.string().optional(),
  boolValue: z.boolean().optional(),
  intValue: integer.optional(),
  doubleValue: z.union([z.number(), z.string()]).optional(),
  arrayValue: z
    .looseObject({ values: z.array(z.looseObject({ stringValue: z.string().optional() })).optional() })
    .optional(),
});
const attributes = z.array(z.looseObject({ key: z.string(), value: anyValue.nullish() })).nullish();
const id = z
  .string()
  .regex(/^[\da-f]*$/i, 'must be hexadecimal')
  .default('');
const span = z.looseObject({
  traceId: id,
  spanId: id,
  kind: z.union([z.int(), z.string()]).default(0),
  startTimeUnixNano: integer.default(0),
  endTimeUnixNano: integer.default(0),
  attributes,
});
const request = z.looseObject({
  resourceSpans: z
    .array(
      z.looseObject({
        resource: z.looseObject({ attributes }).nullish(),
        scopeSpans: z.array(z.looseObject({ spans: z.array(span).nullish() })).nullish(),
      }),
    )
    .nullish(),
});

/** Reads the spans of an `ExportTraceServiceRequest` in the JSON encoding. @throws OtlpError */
export function readJsonTraces(text: string): OtlpSpan[] {
  const value = getJson(text);
  const requestResult = request.safeParse(value);
  if (!requestResult.success) {
    const [issue] = requestResult.error.issues;
    const message = `${issue?.path.join('.') || 'The body'}: ${issue?.message}`;
    throw new OtlpError(message, { value, error: requestResult.error });
  }
  return (requestResult.data.resourceSpans ?? []).flatMap(({ resource, scopeSpans }) => {
    const resourceAttributes = getAttributes(resource?.attributes);
    return (scopeSpans ?? []).flatMap(({ spans }) =>
      (spans ?? []).map((each) => ({
        traceId: each.traceId.toLowerCase(),
        spanId: each.spanId.toLowerCase(),
        kind: each.kind === 'SPAN_KIND_SERVER' ? SERVER_KIND : Number(each.kind),
        startNs: BigInt(each.startTimeUnixNano),
        endNs: BigInt(each.endTimeUnixNano),
        attributes: getAttributes(each.attributes),
        resource: resourceAttributes,
      })),
    );
  });
}

function getJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OtlpError('The body is not JSON');
  }
}

function getAttributes(list: z.output<typeof attributes>): Attributes {
  return new Map((list ?? []).map(({ key, value }) => [key, getAttributeValue(value)]));
}

function getAttributeValue(value: z.output<typeof anyValue> | null | undefined): AttributeValue {
  if (!value) return undefined;
  if (value.intValue !== undefined) return toInteger(BigInt(value.intValue));
  if (value.doubleValue !== undefined) return Number(value.doubleValue);
  if (value.arrayValue) return (value.arrayValue.values ?? []).flatMap(({ stringValue }) => stringValue ?? []);
  return value.stringValue ?? value.boolValue;
}
