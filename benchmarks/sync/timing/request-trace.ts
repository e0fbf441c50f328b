/**
 * A request in the form in which a server received it. Times are fractional milliseconds since 1970, so that the times of different threads
 * can be compared.
 */
export interface TracedRequest {
  readonly method: string;
  readonly path: string;
  readonly arrived: number;
  readonly respondedAt: number;
}

export function getCurrentTimeMs(): number {
  return performance.timeOrigin + performance.now();
}
