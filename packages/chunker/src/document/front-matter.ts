import { isMap, parseDocument } from 'yaml';

export interface FrontMatter {
  /** First line after it. */
  readonly end: number;
  readonly title: string | undefined;
  /** What is wrong with it, if it could not be read; it is left out all the same. */
  readonly fault: string | undefined;
}

const NONE: FrontMatter = { end: 0, title: undefined, fault: undefined };
const LINE_LIMIT = 2_000;

/** Reads YAML front matter between two lines of `---` as data: no custom tags, aliases bounded by the library. */
export function frontMatter(lines: readonly string[]): FrontMatter {
  if (lines[0]?.trimEnd() !== '---') return NONE;
  const close = lines.slice(1, LINE_LIMIT).findIndex((line) => line.trimEnd() === '---' || line.trimEnd() === '...');
  if (close < 0) return NONE;
  const end = close + 2;
  const document = parseDocument(lines.slice(1, close + 1).join('\n'), { schema: 'core', logLevel: 'silent' });
  const [error] = document.errors;
  if (error) return { end, title: undefined, fault: (error.message.split('\n')[0] ?? '').replace(/:$/, '') };
  if (document.contents !== null && !isMap(document.contents)) return NONE;
  const title: unknown = document.get?.('title');
  return {
    end,
    title:
      typeof title === 'string' && title.trim() !== ''
        ? title
            .replace(/[\s\p{Cc}]+/gu, ' ')
            .toWellFormed()
            .trim()
        : undefined,
    fault: undefined,
  };
}
