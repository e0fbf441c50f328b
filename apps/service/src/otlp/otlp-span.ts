/** Value of an attribute. Structured values that no log needs are undefined. */
export type AttributeValue = string | number | boolean | readonly string[] | undefined;
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** `SPAN_KIND_SERVER`: the span covers the handling of a request. */
export const SERVER_KIND = 2;

/** The properties of a span that logs are created from. */
export interface OtlpSpan {
  /** Hexadecimal, lower case. */
  readonly traceId: string;
  readonly spanId: string;
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Attributes;
  /** Attributes of the process that the span comes from. */
  readonly resource: Attributes;
}

/** The body is not a request of the OpenTelemetry protocol. */
export class OtlpError extends Error {
  override readonly name = 'OtlpError';
}
