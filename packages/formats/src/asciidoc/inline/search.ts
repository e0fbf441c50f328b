/** A search that is asked from positions that only grow, and remembers its last answer: all its calls together read the text once. */
export type Search = (from: number) => number;

export function createSearch(find: (from: number) => number): Search {
  let asked = 0;
  let answer: number | undefined;
  return (from) => {
    if (answer === undefined || from < asked || (answer >= 0 && answer < from)) {
      answer = find(from);
      asked = from;
    }
    return answer;
  };
}

/** Where one of the strings begins next; -1 where it does not. */
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
