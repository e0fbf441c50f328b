import { createIncludeReader, type Inclusion, MAX_INCLUDE_DEPTH, type ReadContext } from '@context-sync/reading';

/** Reads the files that a document includes, and numbers their lines so that each maps to the line of the document that includes it. */
export interface RstIncludes {
  /** Returns the file; undefined if the files of the site are unknown. */
  file(target: string): Inclusion | undefined;
  /** Calls `body` with the number of the first line of an included text, which the directive at `line` includes. */
  within(path: string, count: number, line: number, body: (first: number) => void): void;
  /** Returns the line of the document for a line of an included text. Lines of the document itself are returned unchanged. */
  lineOf(line: number): number;
  /** Returns the line of the document that includes the first file with these words; undefined if no file contains them. */
  lineIncluding(words: string): number | undefined;
}

/** @param lineCount number of lines of the document */
export function createIncludes(context: ReadContext | undefined, lineCount: number): RstIncludes {
  const { site, path: page } = context ?? {};
  /** First lines of the included texts with the lines that include them, in order. */
  const starts: { readonly first: number; readonly line: number; readonly path: string }[] = [];
  const texts = new Map<string, string>();
  const open: string[] = [];
  let next = lineCount + 1;
  const read = site && createIncludeReader(site);

  const lineOf = (line: number): number => {
    if (line <= lineCount) return line;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle]?.first ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return starts[low - 1]?.line ?? lineCount;
  };

  return {
    lineOf,
    lineIncluding: (words) => starts.find(({ path }) => texts.get(path)?.includes(words))?.line,
    file(target) {
      if (!read || page === undefined) return undefined;
      if (open.length >= MAX_INCLUDE_DEPTH)
        return { problem: `files include each other more than ${MAX_INCLUDE_DEPTH} times` };
      const found = read(page, target);
      if ('problem' in found) return found;
      if (found.path === page || open.includes(found.path)) return { problem: `${found.path} includes itself` };
      texts.set(found.path, found.text);
      return found;
    },
    within(path, count, line, body) {
      const first = next;
      next += count + 1;
      starts.push({ first, line: lineOf(line), path });
      open.push(path);
      body(first);
      open.pop();
    },
  };
}
