import { formatCodeSpan } from '../inline/code-span.ts';
import type { BlockReader } from '../parse-state.ts';
import type { LabeledBlocks } from '../rst-node.ts';
import { findIndentedEnd, getLine, skipBlank, sliceAfterMarker } from '../rst-source.ts';

const ARGUMENT = '(?:[a-zA-Z][\\w-]*|<[^<> ][^<>]*>)';
const OPTION = `(?:-[a-zA-Z0-9](?: ?${ARGUMENT})?|(?:--|/)[a-zA-Z0-9][\\w-]*(?:[ =]${ARGUMENT})?)`;
const MARKER_PATTERN = new RegExp(`^${OPTION}(?:, ${OPTION})*(?=  |$)`);
/** Maximum number of characters examined for a marker. */
const MAX_MARKER_CHARS = 300;

/** Reads an option list: each option is followed by two spaces or a line break, and its description. */
export const readOptionList: BlockReader = (state, source, index, into, parse) => {
  const firstMarker = parseMarker(getLine(source, index));
  if (firstMarker === undefined) return undefined;
  const entries: LabeledBlocks[] = [];
  let end = index;
  let start = index;
  for (
    let marker: string | undefined = firstMarker;
    marker !== undefined;
    marker = parseMarker(getLine(source, start))
  ) {
    end = Math.max(findIndentedEnd(source, start + 1), start + 1);
    const nodes = parse(state, sliceAfterMarker(source, start, marker.length, end));
    // A line without a description is not an option.
    if (nodes.length === 0) {
      end = start;
      break;
    }
    entries.push({ kind: 'labeled', label: [formatCodeSpan(marker)], colon: ':', nodes, line: source.first + start });
    start = skipBlank(source, end);
  }
  if (entries.length === 0) return undefined;
  into.push({ kind: 'entries', entries });
  return end;
};

function parseMarker(line: string): string | undefined {
  if (!line.startsWith('-') && !line.startsWith('/')) return undefined;
  return MARKER_PATTERN.exec(line.slice(0, MAX_MARKER_CHARS))?.[0];
}
