import { createAlertHead } from '@context-sync/reading';

/** The output lines for each line of a page. A line of the page can become several output lines, or none. */
export type Rows = string[][];

/** Matches a line with only a bold title or a link, optionally followed by text in parentheses. */
const TITLE_LINE =
  /^[ \t]*(?:\*\*[^*\n]{1,300}\*\*|\[[^\]\n]{1,300}\]\([^()\n]{1,500}\))(?:[ \t]+\([^()\n]{1,300}\))?[ \t]*$/;
/** Maximum number of containers around an alert. Deeper admonitions stay text with a bold label. */
const MAX_DEPTH = 8;
/** Matches a line that begins with a bold label, outside and inside of a quote. */
const LABEL_LINE =
  /^(?<indent>[ \t]*)(?<quote>>[ \t]?)?\*\*(?<label>[^*\n]{1,300})\*\*:?(?:[ \t]+(?<rest>\S.*)|[ \t]*)$/;

/**
 * Turns the admonitions of a page into GitHub alerts. Earlier steps have turned each admonition into a bold label and the text below it.
 * @param ranges lines of containers (end exclusive). Containers that do not begin with the label of an admonition stay unchanged
 */
export function quoteAlerts(rows: Rows, ranges: readonly (readonly [from: number, to: number])[]): void {
  const open: number[] = [];
  const outermost = [...ranges]
    .sort((a, b) => a[0] - b[0] || b[1] - a[1])
    .filter(([from, to]) => {
      while ((open.at(-1) ?? Number.POSITIVE_INFINITY) <= from) open.pop();
      open.push(to);
      return open.length <= MAX_DEPTH;
    });
  // Inner containers are quoted first, so that outer containers also quote the marks of inner containers.
  for (const [from, to] of outermost.toReversed()) quoteRange(rows, from, to);
}

/** Turns a quote that begins with the label of an admonition into an alert. */
export function markQuote(rows: Rows, line: number): void {
  const head = parseLabel(rows[line]?.[0] ?? '', true);
  if (head) rows[line] = head.lines.map((text) => `${head.indent}> ${text}`.trimEnd());
}

function quoteRange(rows: Rows, from: number, to: number): void {
  const isText = (row: readonly string[] | undefined) => row?.some((line) => line.trim() !== '') === true;
  let start = from;
  while (start < to && !isText(rows[start])) start += 1;
  const [first = '', ...others] = (rows[start] ?? []).filter(
    (line, index, all) => line !== '' || index > 0 || all.length === 1,
  );
  const head = start < to ? parseLabel(first, false) : undefined;
  if (!head) {
    // Markdown would join the title of a component with the text below it.
    if (TITLE_LINE.test(first) && others.length === 0 && isText(rows[start + 1]) && start + 1 < to)
      rows[start]?.push('');
    return;
  }
  let end = to;
  while (!isText(rows[end - 1])) end -= 1;
  const { indent } = head;
  const quote = (line: string) => {
    const own = line.length - line.trimStart().length;
    return `${indent}> ${line.slice(Math.min(own, indent.length))}`.trimEnd();
  };
  rows[start] = ['', ...head.lines.map((text) => `${indent}> ${text}`.trimEnd()), ...others.map(quote)];
  let isBegun = head.hasText;
  for (let line = start + 1; line < end; line += 1) {
    const row = rows[line] ?? [];
    // Blank lines between the label and the text are omitted, because they would only separate the two.
    if (!isBegun && !isText(row)) rows[line] = [];
    else rows[line] = row.map(quote);
    isBegun ||= isText(row);
  }
  // An inner alert ends with a blank line, which is not part of the outer alert.
  const last = rows[end - 1] ?? [];
  while (/^[ \t>]*$/.test(last.at(-1) ?? 'text')) last.pop();
  last.push('');
}

interface LabelLine {
  readonly indent: string;
  /** The mark, the title and the text on the line, with blank lines between them. */
  readonly lines: readonly string[];
  readonly hasText: boolean;
}

function parseLabel(line: string, isQuote: boolean): LabelLine | undefined {
  const { indent = '', quote, label = '', rest } = LABEL_LINE.exec(line)?.groups ?? {};
  if (label === '' || (quote !== undefined) !== isQuote) return undefined;
  const colon = label.indexOf(': ');
  const head = colon < 0 ? createAlertHead(label) : createAlertHead(label.slice(0, colon), label.slice(colon + 2));
  if (!head) return undefined;
  const title = head.title === '' ? [] : [`**${head.title}**`, ''];
  return { indent, lines: [head.mark, ...title, ...(rest === undefined ? [] : [rest])], hasText: rest !== undefined };
}
