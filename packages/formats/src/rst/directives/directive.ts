import { fieldOf } from '../blocks/field-list.ts';
import type { Led, Node } from '../node.ts';
import type { ParseBlocks, ParseState } from '../parse-state.ts';
import { dedented, endOfIndented, lineAt, type Source, trimmed } from '../source.ts';

/** A directive, taken apart. */
export interface Directive {
  /** Lower case, with its domain. */
  readonly name: string;
  /** Lines behind the name, up to a blank line or the options. */
  readonly argument: readonly string[];
  readonly options: ReadonlyMap<string, Option>;
  readonly content: Source;
  /** Argument and content, for directives that have no argument: their text may begin behind the name. */
  readonly text: Source;
  readonly line: number;
}

export interface Option {
  /** Lines are joined with `\n`. */
  readonly value: string;
  readonly line: number;
}

export type DirectiveHandler = (state: ParseState, directive: Directive, into: Node[], parse: ParseBlocks) => void;

/** Takes a directive apart; `block` begins behind its `::`. */
export function directiveOf(name: string, block: Source): Directive {
  const { lines, first } = block;
  let headEnd = 0;
  // What stands right below an empty first line is content, unless it is an option.
  if (lines[0] !== '' || fieldOf(lineAt(block, 1))) {
    headEnd = 1;
    while (headEnd < lines.length && lines[headEnd] !== '') headEnd += 1;
  }
  let optionsAt = 0;
  while (optionsAt < headEnd && !fieldOf(lineAt(block, optionsAt))) optionsAt += 1;
  const content = dedented(block, headEnd, lines.length);
  return {
    name: name.toLowerCase(),
    argument: lines
      .slice(0, optionsAt)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    options: optionsOf(block, optionsAt, headEnd),
    content: trimmed(content),
    text: trimmed({
      lines: [...lines.slice(0, optionsAt), ...Array<string>(headEnd - optionsAt).fill(''), ...content.lines],
      first,
    }),
    line: first,
  };
}

function optionsOf(block: Source, start: number, end: number): Map<string, Option> {
  const options = new Map<string, Option>();
  for (let at = start; at < end; ) {
    const line = lineAt(block, at);
    const field = fieldOf(line);
    const next = Math.min(Math.max(endOfIndented(block, at + 1), at + 1), end);
    const value = [line.slice(field?.width ?? 0), ...block.lines.slice(at + 1, next)].map((each) => each.trim());
    options.set(field?.name ?? '', { value: value.join('\n').trim(), line: block.first + at });
    at = next;
  }
  return options;
}

export function argumentOf({ argument }: Directive): string {
  return argument.join(' ');
}

/** The value of an option; undefined where it is absent or empty. */
export function optionOf({ options }: Directive, name: string): string | undefined {
  return options.get(name)?.value || undefined;
}

/** Options that say how a thing looks or is indexed, and nothing to its reader. */
const SILENT = new Set(
  `align annotation bullet-mark-color class class-body class-card class-container class-content class-header class-title cols
   columns delim dedent depth display emphasize-lines encoding end-at end-before end-line escape exclude-members force
   gutter header-rows height id inherited-members keepspace label lines lineno-match lineno-start linenos link-type loading margin
   maxdepth member-order members module name no-contents-entry no-index no-index-entry no-typesetting nocontentsentry
   noindex noindexentry nosignatures number-lines numbered open padding private-members reverse rows scale selected shadow
   show-inheritance sort special-members start-after start-at start-line stub-columns sync tab-width text-align toctree undoc-members
   width widths`.split(/\s+/),
);

/** What the options say that a reader should know, as a list. */
export function spokenOptions({ options }: Directive, without: readonly string[] = []): Node[] {
  const entries: Led[] = [];
  for (const [name, { value, line }] of options) {
    if (value === '' || SILENT.has(name) || without.includes(name)) continue;
    const text: Node = { kind: 'paragraph', text: [{ rst: value }], line };
    entries.push({ kind: 'led', lead: [{ rst: name, strong: true }], colon: ':', nodes: [text], line });
  }
  return entries.length > 0 ? [{ kind: 'entries', entries }] : [];
}
