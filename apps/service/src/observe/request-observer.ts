/** What is told of a request that was answered: nothing that could be a secret, so no path as it was sent, and no query. */
export interface SeenRequest {
  readonly requestId: string;
  readonly method: string;
  /** The path's template; `-` where there is none for it. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** Who asked, where that is known. */
  readonly keyId: string | undefined;
}

/** Is told of every request that begins, and gives what is to be told of its end. */
export type Observer = () => (seen: SeenRequest) => void;

export function observers(all: readonly Observer[]): Observer {
  return () => {
    const ends = all.map((begin) => begin());
    return (seen) => {
      for (const end of ends) end(seen);
    };
  };
}
