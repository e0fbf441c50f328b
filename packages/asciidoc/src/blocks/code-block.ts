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

const AUTOMATIC_CALLOUT = /<\.>(?=(?:[ \t]*<\.>)*$)/g;

/** Returns the lines with a number in place of the dot of each callout `<.>`. */
function numberCallouts(lines: readonly AsciidocLine[]): readonly AsciidocLine[] {
  if (!lines.some(({ text }) => text.endsWith('<.>'))) return lines;
  let number = 0;
  return lines.map((line) => {
    if (!line.text.endsWith('<.>')) return line;
    const start = Math.max(line.text.length - 100, 0);
    const end = line.text.slice(start).replaceAll(AUTOMATIC_CALLOUT, () => {
      number += 1;
      return `<${number}>`;
    });
    return { ...line, text: line.text.slice(0, start) + end };
  });
}
