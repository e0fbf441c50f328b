import { formatLineRange } from '@context-sync/engine/report/report-wording';
import { getExcerpt, highlight, parseQuery } from '@context-sync/search';
import { ArgumentError } from '../options/argument-error.ts';
import type { CommandInput } from '../options/command-definition.ts';
import { type FoundItem, ItemIndex } from '../search/item-index.ts';
import type { Style } from '../terminal/style.ts';
import { readSourceDocs, withWorkspace } from '../workspace/open-workspace.ts';

const MAX_LIMIT = 20;
const MAX_SNIPPET_CHARACTERS = 400;

const MATCH_NOTES = {
  all: '',
  some: 'No item contains all words of the question. These are the closest.',
  none: 'No item contains any word of the question. Try words that the docs are likely to use.',
} as const;

/** Prints the items that answer a question best, with their sources. */
export async function run(input: CommandInput): Promise<number> {
  const question = input.positionals.join(' ').trim();
  const limit = readLimit(input.getValue('limit') ?? '');
  return withWorkspace(
    input,
    async (workspace) => {
      const results = (await readSourceDocs(workspace)).map((source) => new ItemIndex(source).search(question, limit));
      if (input.isSet('json')) writeJson(input, question, results);
      else for (const result of results) print(input, question, result);
      return results.some(({ items }) => items.length > 0) ? 0 : 1;
    },
    { printsSources: true },
  );
}

type Result = ReturnType<ItemIndex['search']>;

function readLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new ArgumentError(
    `The option "--limit" must be an integer from 1 to ${MAX_LIMIT} (got "${text}")`,
    'write a number such as --limit=5',
  );
}

function writeJson({ terminal }: CommandInput, question: string, results: readonly Result[]): void {
  const answers = results.map(({ matched, items }) => ({
    matched,
    items: items.map(({ project, key, title, path, lines, source, public: isPublic, score, content }) => ({
      project,
      key,
      title,
      path,
      lines,
      source,
      public: isPublic,
      score,
      ...getExcerpt({ content }, question),
    })),
  }));
  terminal.write(`${JSON.stringify({ question, results: answers }, null, 2)}\n`);
}

function print({ terminal }: CommandInput, question: string, { matched, items }: Result): void {
  const { style } = terminal;
  if (MATCH_NOTES[matched] !== '') terminal.print(style.yellow(MATCH_NOTES[matched]));
  const query = parseQuery(question);
  for (const [index, item] of items.entries()) {
    terminal.print(
      `${index === 0 && matched === 'all' ? '' : '\n'}${renderItem(item, index + 1, [...query.words, ...query.related], style)}`,
    );
  }
}

function renderItem(
  { title, path, lines, source, content }: FoundItem,
  number: number,
  words: readonly string[],
  style: Style,
): string {
  const { ranges, snippet } = highlight(content, words, MAX_SNIPPET_CHARACTERS);
  let text = '';
  let position = snippet.start;
  for (const { start, end } of ranges) {
    if (start < snippet.start || end > snippet.end) continue;
    text += `${content.slice(position, start)}${style.bold(content.slice(start, end))}`;
    position = end;
  }
  text += content.slice(position, snippet.end);
  const excerpt = `${snippet.start > 0 ? '…' : ''}${text}${snippet.end < content.length ? '…' : ''}`;
  const indentedLines = excerpt
    .replaceAll(/\n{2,}/g, '\n')
    .split('\n')
    .map((line) => `   ${line}`);
  return [
    `${number}. ${style.bold(title)}`,
    `   ${style.dim(`${path}:${formatLineRange(lines)}`)}${source === null ? '' : `  ${style.cyan(source)}`}`,
    ...indentedLines,
  ].join('\n');
}
