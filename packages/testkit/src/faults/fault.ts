/** What becomes of a request at a fault proxy. */
export type Fault =
  /** Passed on, and its answer passed back. */
  | 'none'
  /** The connection breaks before the server has seen the request. */
  | 'request-lost'
  /** The server carries it out, and the connection breaks before the answer. */
  | 'answer-lost'
  /** The server carries it out; the answer says that it is longer than it is, and breaks off. */
  | 'truncated'
  /** The server carries it out; its answer comes with megabytes of nothing behind it. */
  | 'oversized'
  | AnsweredInstead
  | Silence
  | Slow
  | Delayed
  | Unending
  | Interception;

/** Answered in the server's place. */
export interface AnsweredInstead {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the server carries the request out all the same. Default false. */
  readonly afterPassing?: boolean;
}

/** No answer at all for some milliseconds; then the connection breaks. */
export interface Silence {
  readonly silentFor: number;
  /** Whether the server carries the request out. Default false. */
  readonly afterPassing?: boolean;
}

/** Passed on at once; the response follows as many milliseconds later, or when the promise resolves. */
export interface Slow {
  readonly slowBy: number | Promise<void>;
}

/** Reaches the server only when this resolves, and is then answered as usual. */
export interface Delayed {
  readonly delayedUntil: Promise<void>;
}

/** Passed on; the response is passed back, and spaces follow its body until the client closes the connection. */
export interface Unending {
  /** `slowly`: one every 100 ms; `endlessly`: as many as the client reads. */
  readonly unending: 'slowly' | 'endlessly';
}

/** Lets a test do something at a certain moment of the request, such as ending who has sent it. */
export interface Interception {
  /** The request reaches the server only when this resolves; its answer is then lost. */
  readonly heldUntil?: Promise<void>;
  /** Called once the server has carried it out; the answer is then lost. */
  readonly onPassed?: () => void;
  /** Called once the answer was passed back. */
  readonly onAnswered?: () => void;
}

/** Decides what becomes of a request, once all of it has arrived. `key` is its `Idempotency-Key`, which a resend repeats. */
export type Decide = (method: string, path: string, key?: string) => Fault;
