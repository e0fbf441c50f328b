/** A request as a server saw it. Times are milliseconds since 1970, with fractions, and so comparable between threads. */
export interface Traced {
  readonly method: string;
  readonly path: string;
  readonly arrived: number;
  readonly answered: number;
}

export function now(): number {
  return performance.timeOrigin + performance.now();
}
