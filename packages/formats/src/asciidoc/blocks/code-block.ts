import type { Line } from '../source/line.ts';
import { admonitionLead } from './admonition.ts';
import type { Code } from './block.ts';
import type { Metadata } from './metadata.ts';
import type { ParseState } from './parse-state.ts';
import { titled } from './titled.ts';

const MATH: ReadonlySet<string> = new Set(['stem', 'latexmath', 'asciimath']);

/** Styles whose second attribute is a file name instead of a language. */
const DIAGRAMS: ReadonlySet<string> = new Set([
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
export function code(lines: readonly Line[], from: number, metadata: Metadata, state: ParseState): Code {
  const { style, named } = metadata;
  const dedented = named.get('indent') === '0' ? withoutIndent(lines) : lines;
  const lead = admonitionLead(style);
  return {
    kind: 'code',
    info: infoOf(metadata, state, from),
    lines: withCallouts(dedented),
    from,
    substitutions: substitutionsOf(named.get('subs') ?? ''),
    ...(lead === undefined ? {} : { lead }),
    ...titled(metadata),
  };
}

/** Returns the language, or the program of a diagram. */
function infoOf({ style, positional, named }: Metadata, state: ParseState, from: number): string {
  if (MATH.has(style)) return 'math';
  if (style === 'literal' || style === 'listing' || admonitionLead(style) !== undefined) return '';
  if (DIAGRAMS.has(style)) return style;
  // The style of an extension, such as `[configprops,yaml]`.
  if (style !== '' && style !== 'source') return word(positional[1] ?? '') || word(style);
  const language = named.get('language') ?? named.get('lang') ?? positional[1] ?? '';
  const usual = style === 'source' ? (state.attributes.get('source-language', from) ?? '') : '';
  return word(language || usual);
}

function word(text: string): string {
  return /^[\p{L}\p{N}+#._-]{1,40}$/u.test(text) ? text : '';
}

function substitutionsOf(list: string): Code['substitutions'] {
  if (/\b(?:quotes|macros|normal)\b/.test(list)) return 'normal';
  return /\battributes\b|^a$/.test(list) ? 'attributes' : 'none';
}

/** Removes the common indent of the lines. */
export function withoutIndent(lines: readonly Line[]): Line[] {
  let least = Number.POSITIVE_INFINITY;
  for (const { text } of lines) {
    if (text !== '') least = Math.min(least, text.length - text.trimStart().length);
  }
  return lines.map((line) => ({ ...line, text: line.text.slice(Math.min(least, line.text.length)) }));
}

const AUTOMATIC = /<\.>(?=(?:[ \t]*<\.>)*$)/g;

/** Numbers callouts written as `<.>`. */
function withCallouts(lines: readonly Line[]): readonly Line[] {
  if (!lines.some(({ text }) => text.endsWith('<.>'))) return lines;
  let number = 0;
  return lines.map((line) => {
    if (!line.text.endsWith('<.>')) return line;
    const start = Math.max(line.text.length - 100, 0);
    const end = line.text.slice(start).replaceAll(AUTOMATIC, () => {
      number += 1;
      return `<${number}>`;
    });
    return { ...line, text: line.text.slice(0, start) + end };
  });
}
