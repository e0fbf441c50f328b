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
  /** Id of the parent span; empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Attributes;
  /** Attributes of the process that created the span. */
  readonly resource: Attributes;
}

/** The spans of an export request. */
export interface OtlpTraces {
  readonly spans: readonly OtlpSpan[];
  /** Number of spans that could not be read. */
  readonly malformed: number;
  /** Problem of the first span that could not be read; undefined if all could be read. */
  readonly problem: string | undefined;
}

/** An error for a body that is not an export request of the OpenTelemetry protocol. */
export class OtlpError extends Error {
  override readonly name: string = 'OtlpError';
  /** Path of the invalid value in the body, separated by dots; empty for the body itself and for messages in the binary encoding. */
  readonly path: string;

  constructor(message: string, path = '') {
    super(message);
    this.path = path;
  }
}

/** An error for a body that is not JSON. */
export class OtlpSyntaxError extends OtlpError {
  override readonly name = 'OtlpSyntaxError';
}

/**
 * Maximum number of malformed spans in a request. For each malformed span, an error object is created, and a body of 8 MiB could contain millions of malformed
 * spans.
 */
const MAX_MALFORMED_SPANS = 10_000;

/** Collects the spans of a request, and counts those that cannot be read, so that one malformed span does not affect the others. */
export class SpanCollector {
  readonly #spans: OtlpSpan[] = [];
  #malformedCount = 0;
  #firstError: OtlpError | undefined;

  /**
   * Adds the span that a function reads, or counts it as malformed if the function throws an `OtlpError`.
   * @throws OtlpError if the request contains more malformed spans than exporters send in a request
   */
  add(read: () => OtlpSpan): void {
    try {
      this.#spans.push(read());
    } catch (error) {
      if (!(error instanceof OtlpError)) throw error;
      this.#malformedCount += 1;
      this.#firstError ??= error;
      if (this.#malformedCount > MAX_MALFORMED_SPANS) {
        const rule = `the body contains more than ${MAX_MALFORMED_SPANS} spans that cannot be read, of which the first is:`;
        throw new OtlpError(`${rule} ${this.#firstError.message}`, this.#firstError.path);
      }
    }
  }

  /**
   * Returns the result.
   * @throws OtlpError if the request contains spans and none of them can be read. The protocol allows a partial success only if a part was accepted
   */
  getTraces(): OtlpTraces {
    const error = this.#firstError;
    if (this.#spans.length === 0 && error !== undefined) throw error;
    const problem = error && (error.path === '' ? error.message : `${error.path}: ${error.message}`);
    return { spans: this.#spans, malformed: this.#malformedCount, problem };
  }
}

/** Returns an integer as a number or, if a number cannot represent all its digits, as text. */
export function toInteger(integer: bigint): number | string {
  const value = Number(integer);
  return Number.isSafeInteger(value) ? value : String(integer);
}

/** Returns the scalar elements of an array as texts, because arrays are used for the values of headers. */
export function toTexts(values: readonly AttributeValue[]): readonly string[] {
  return values.flatMap((value) => (value === undefined || typeof value === 'object' ? [] : [String(value)]));
}
