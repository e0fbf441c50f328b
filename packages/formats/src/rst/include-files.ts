import { createIncludeReader, type InclusionResult, MAX_INCLUDE_DEPTH, type ReadContext } from '@context-sync/reading';

/** Reads the files that a document includes. Numbers their lines so that each line maps to the line of the document that includes the file. */
export interface RstIncludes {
  /** Returns the file; undefined if the files of the site are unknown. */
  file(target: string): InclusionResult | undefined;
  /** Calls `body` with the number of the first line of an included text, which the directive at `line` includes. */
  within(path: string, count: number, line: number, body: (first: number) => void): void;
  /** Returns the line of the document for a line of an included text. Lines of the document itself are returned unchanged. */
  getLine(line: number): number;
  /** Returns the line of the document that includes the first file with these words; undefined if no file contains them. */
  lineIncluding(words: string): number | undefined;
}

/** Creates the functions that read the included files of a document with `lineCount` lines. */
export function createIncludes(context: ReadContext | undefined, lineCount: number): RstIncludes {
  const { site, path: page } = context ?? {};
  /** First lines of the included texts with the lines that include them, in order. */
  const starts: { readonly first: number; readonly line: number; readonly path: string }[] = [];
  const texts = new Map<string, string>();
  const openFiles: string[] = [];
  let nextLine = lineCount + 1;
  const readInclude = site && createIncludeReader(site);

  const getLine = (line: number): number => {
    if (line <= lineCount) return line;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middleLine = (low + high) >> 1;
      if ((starts[middleLine]?.first ?? 0) <= line) low = middleLine + 1;
      else high = middleLine;
    }
    return starts[low - 1]?.line ?? lineCount;
  };

  return {
    getLine,
    lineIncluding: (words) => starts.find(({ path }) => texts.get(path)?.includes(words))?.line,
    file(target) {
      if (!readInclude || page === undefined) return undefined;
      if (openFiles.length >= MAX_INCLUDE_DEPTH)
        return { problem: `files include each other more than ${MAX_INCLUDE_DEPTH} times` };
      const includedFile = readInclude(page, target);
      if ('problem' in includedFile) return includedFile;
      if (includedFile.path === page || openFiles.includes(includedFile.path))
        return { problem: `${includedFile.path} includes itself` };
      texts.set(includedFile.path, includedFile.text);
      return includedFile;
    },
    within(path, count, line, body) {
      const firstLine = nextLine;
      nextLine += count + 1;
      starts.push({ first: firstLine, line: getLine(line), path });
      openFiles.push(path);
      body(firstLine);
      openFiles.pop();
    },
  };
}
