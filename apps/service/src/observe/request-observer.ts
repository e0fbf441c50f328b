/** A completed request. Contains nothing that could be secret: no path as it was sent, and no query. */
export interface CompletedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Route template; `-` if no route matched. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Key of the caller, if authenticated. */
  readonly keyId: string | undefined;
}

/** Called when a request starts; returns the callback for its end. */
export type RequestObserver = () => (seen: CompletedRequest) => void;

export function combineObservers(all: readonly RequestObserver[]): RequestObserver {
  return () => {
    const endCallbacks = all.map((begin) => begin());
    return (seen) => {
      for (const endRequest of endCallbacks) endRequest(seen);
    };
  };
}
