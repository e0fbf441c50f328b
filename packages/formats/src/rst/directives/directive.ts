import { parseField } from '../blocks/field-list.ts';
import type { ParseBlocks, RstParseState } from '../parse-state.ts';
import type { LabeledBlocks, RstNode } from '../rst-node.ts';
import { dedentSource, findIndentedEnd, getLine, type RstSource, trimBlank } from '../rst-source.ts';

/** A reStructuredText directive with its argument, options and content. */
export interface Directive {
  /** Name in lowercase, including the domain. */
  readonly name: string;
  /** Argument: the lines after the name, up to a blank line or the options. */
  readonly argument: readonly string[];
  readonly options: ReadonlyMap<string, Option>;
  readonly content: RstSource;
  /** Argument and content together, for directives without an argument, whose text may begin on the first line. */
  readonly text: RstSource;
  readonly line: number;
}

export interface Option {
  /** Lines of the value, joined by `\n`. */
  readonly value: string;
  readonly line: number;
}

export type DirectiveHandler = (
  state: RstParseState,
  directive: Directive,
  into: RstNode[],
  parse: ParseBlocks,
) => void;

/** Parses a directive; `block` begins after its `::`. */
export function parseDirective(name: string, block: RstSource): Directive {
  const { lines, first } = block;
  let headEnd = 0;
  // Text directly below an empty first line is content, unless the text is an option.
  if (lines[0] !== '' || parseField(getLine(block, 1))) {
    headEnd = 1;
    while (headEnd < lines.length && lines[headEnd] !== '') headEnd += 1;
  }
  let optionsAt = 0;
  while (optionsAt < headEnd && !parseField(getLine(block, optionsAt))) optionsAt += 1;
  const content = dedentSource(block, headEnd, lines.length);
  return {
    name: name.toLowerCase(),
    argument: lines
      .slice(0, optionsAt)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    options: parseOptions(block, optionsAt, headEnd),
    content: trimBlank(content),
    text: trimBlank({
      lines: [...lines.slice(0, optionsAt), ...Array<string>(headEnd - optionsAt).fill(''), ...content.lines],
      first,
    }),
    line: first,
  };
}

function parseOptions(block: RstSource, start: number, end: number): Map<string, Option> {
  const options = new Map<string, Option>();
  for (let index = start; index < end; ) {
    const line = getLine(block, index);
    const field = parseField(line);
    const nextOption = Math.min(Math.max(findIndentedEnd(block, index + 1), index + 1), end);
    const value = [line.slice(field?.width ?? 0), ...block.lines.slice(index + 1, nextOption)].map((each) =>
      each.trim(),
    );
    options.set(field?.name ?? '', { value: value.join('\n').trim(), line: block.first + index });
    index = nextOption;
  }
  return options;
}

export function joinArgument({ argument }: Directive): string {
  return argument.join(' ');
}

/** Returns the value of an option; undefined if it is absent or empty. */
export function getOption({ options }: Directive, name: string): string | undefined {
  return options.get(name)?.value || undefined;
}

/** Options for appearance or indexing, which are irrelevant to readers. */
const IRRELEVANT_OPTIONS = new Set(
  `align annotation bullet-mark-color class class-body class-card class-container class-content class-header class-title cols
   columns delim dedent depth display emphasize-lines encoding end-at end-before end-line escape exclude-members force
   gutter header-rows height id inherited-members keepspace label lines lineno-match lineno-start linenos link-type loading margin
   maxdepth member-order members module name no-contents-entry no-index no-index-entry no-typesetting nocontentsentry
   noindex noindexentry nosignatures number-lines numbered open padding private-members reverse rows scale selected shadow
   show-inheritance sort special-members start-after start-at start-line stub-columns sync tab-width text-align toctree undoc-members
   width widths`.split(/\s+/),
);

/** Returns the options that are relevant to readers, as a list. */
export function listRelevantOptions({ options }: Directive, excludedOptions: readonly string[] = []): RstNode[] {
  const entries: LabeledBlocks[] = [];
  for (const [name, { value, line }] of options) {
    if (value === '' || IRRELEVANT_OPTIONS.has(name) || excludedOptions.includes(name)) continue;
    const text: RstNode = { kind: 'paragraph', text: [{ rst: value }], line };
    entries.push({ kind: 'labeled', label: [{ rst: name, strong: true }], colon: ':', nodes: [text], line });
  }
  return entries.length > 0 ? [{ kind: 'entries', entries }] : [];
}
