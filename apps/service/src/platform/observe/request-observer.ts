/** A completed request. It contains no data that could be secret, such as the path in the request or the query. */
export interface CompletedRequest {
  readonly requestId: string;
  readonly method: string;
  /** Template of the route; `-` if no route matched. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Id of the client's key; undefined if the request was not authenticated. */
  readonly keyId: string | undefined;
}

/** A function that is called at the start of a request. It returns a callback for the end of the request. */
export type RequestObserver = () => (seen: CompletedRequest) => void;

export function combineObservers(all: readonly RequestObserver[]): RequestObserver {
  return () => {
    const endCallbacks = all.map((begin) => begin());
    return (seen) => {
      for (const endRequest of endCallbacks) endRequest(seen);
    };
  };
}
