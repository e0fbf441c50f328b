/** A search that caches its last result. If each call starts at a later position than the previous call, the text is read only once. */
export type Search = (from: number) => number;

export function createSearch(find: (from: number) => number): Search {
  let lastFrom = 0;
  let result: number | undefined;
  return (from) => {
    if (result === undefined || from < lastFrom || (result >= 0 && result < from)) {
      result = find(from);
      lastFrom = from;
    }
    return result;
  };
}

/** Creates a function that returns the next position of a string; -1 if there is none. */
export function createTextSearch(text: string): (mark: string, from: number) => number {
  const searches = new Map<string, Search>();
  return (mark, from) => {
    let search = searches.get(mark);
    if (!search) {
      search = createSearch((start) => text.indexOf(mark, start));
      searches.set(mark, search);
    }
    return search(from);
  };
}
