import type { z } from 'zod';
/** Value of an attribute; undefined for structured values, which no log contains. */
export type AttributeValue = string | number | boolean | readonly string[] | undefined;
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** `SPAN_KIND_SERVER`: the span covers the handling of a request. */
export const SERVER_KIND = 2;

/** The properties of a span that are used to create a log. */
export interface OtlpSpan {
  /** Trace id as lower-case hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Attributes;
  /** Attributes of the process that created the span. */
  readonly resource: Attributes;
}

/** An error for a body that is not an export request of the OpenTelemetry protocol. */
export class OtlpError extends Error {
  override readonly name = 'OtlpError';
  /** The request that the schema of the protocol has rejected; undefined if the body could not be parsed. */
  readonly rejected: { readonly value: unknown; readonly error: z.core.$ZodError } | undefined;

  constructor(message: string, rejected?: { readonly value: unknown; readonly error: z.core.$ZodError }) {
    super(message);
    this.rejected = rejected;
  }
}

/** Returns an integer as a number or, if a number cannot represent all its digits, as text. */
export function toInteger(integer: bigint): number | string {
  const value = Number(integer);
  return Number.isSafeInteger(value) ? value : String(integer);
}
