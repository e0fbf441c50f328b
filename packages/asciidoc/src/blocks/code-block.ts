import type { AsciidocLine } from '../source/source-line.ts';
import { getStyleLabel } from './admonition.ts';
import type { BlockMetadata } from './block-metadata.ts';
import type { Code } from './block-types.ts';
import type { ParseState } from './parse-state.ts';
import { createTitleProperty } from './title-property.ts';

const MATH_STYLES: ReadonlySet<string> = new Set(['stem', 'latexmath', 'asciimath']);

/** Code block styles whose second attribute is a file name instead of a language. */
const DIAGRAM_STYLES: ReadonlySet<string> = new Set([
  'blockdiag',
  'bytefield',
  'c4plantuml',
  'd2',
  'ditaa',
  'graphviz',
  'mermaid',
  'nomnoml',
  'plantuml',
  'seqdiag',
  'svgbob',
  'vega',
  'vegalite',
  'wavedrom',
]);

/** Creates a code block from its lines and metadata. `from` is the line where it begins. */
export function createCodeBlock(
  lines: readonly AsciidocLine[],
  from: number,
  metadata: BlockMetadata,
  state: ParseState,
): Code {
  const { style, named } = metadata;
  const dedentedLines = named.get('indent') === '0' ? removeIndent(lines) : lines;
  const label = getStyleLabel(style);
  return {
    kind: 'code',
    info: getFenceInfo(metadata, state, from),
    lines: numberCallouts(dedentedLines),
    from,
    substitutions: parseSubstitutions(named.get('subs') ?? ''),
    ...(label === undefined ? {} : { label }),
    ...createTitleProperty(metadata),
  };
}

/** Returns the language of the code, or the program that renders the diagram. */
function getFenceInfo({ style, positional, named }: BlockMetadata, state: ParseState, from: number): string {
  if (MATH_STYLES.has(style)) return 'math';
  if (style === 'literal' || style === 'listing' || getStyleLabel(style) !== undefined) return '';
  if (DIAGRAM_STYLES.has(style)) return style;
  // An extension defines this style, such as `[configprops,yaml]`.
  if (style !== '' && style !== 'source') return toValidLanguage(positional[1] ?? '') || toValidLanguage(style);
  const language = named.get('language') ?? named.get('lang') ?? positional[1] ?? '';
  const defaultLanguage = style === 'source' ? (state.attributes.get('source-language', from) ?? '') : '';
  return toValidLanguage(language || defaultLanguage);
}

function toValidLanguage(text: string): string {
  return /^[\p{L}\p{N}+#._-]{1,40}$/u.test(text) ? text : '';
}

function parseSubstitutions(list: string): Code['substitutions'] {
  if (/\b(?:quotes|macros|normal)\b/.test(list)) return 'normal';
  return /\battributes\b|^a$/.test(list) ? 'attributes' : 'none';
}

/** Returns the lines without their common indent. */
export function removeIndent(lines: readonly AsciidocLine[]): AsciidocLine[] {
  let minIndent = Number.POSITIVE_INFINITY;
  for (const { text } of lines) {
    if (text !== '') minIndent = Math.min(minIndent, text.length - text.trimStart().length);
  }
  return lines.map((line) => ({ ...line, text: line.text.slice(Math.min(minIndent, line.text.length)) }));
}

/** Matches the callouts at the end of a line: `<1>`, `<.>` for the next number, and `<!--1-->` in XML. */
const CALLOUTS = /(?<![\w)\]])(?:(?:[ \t]*(?:<(?:\d{1,3}|\.)>|<!--(?:\d{1,3}|\.)-->))+)$/;
const CALLOUT = /<(\d{1,3}|\.)>|<!--(\d{1,3}|\.)-->/g;
/** Maximum number of characters at the end of a line in which callouts are searched. */
const MAX_CALLOUT_CHARS = 100;

/** Returns the lines with the numbers of callouts in parentheses, as in the output of Asciidoctor without icons. */
function numberCallouts(lines: readonly AsciidocLine[]): readonly AsciidocLine[] {
  let number = 0;
  const format = (text: string) => {
    if (text === '.') number += 1;
    return `(${text === '.' ? number : text})`;
  };
  return lines.map((line) => {
    if (!line.text.endsWith('>')) return line;
    const start = Math.max(line.text.length - MAX_CALLOUT_CHARS, 0);
    const end = line.text
      .slice(start)
      .replace(CALLOUTS, (callouts) =>
        callouts.replaceAll(CALLOUT, (_callout, plain?: string, inComment?: string) =>
          inComment === undefined ? format(plain ?? '') : `<!--${format(inComment)}-->`,
        ),
      );
    return { ...line, text: line.text.slice(0, start) + end };
  });
}
