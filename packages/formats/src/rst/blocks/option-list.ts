import { codeSpan } from '../inline/code-span.ts';
import type { Led } from '../node.ts';
import type { BlockReader } from '../parse-state.ts';
import { behindMarker, endOfIndented, lineAt, skipBlank } from '../source.ts';

const ARGUMENT = '(?:[a-zA-Z][\\w-]*|<[^<> ][^<>]*>)';
const OPTION = `(?:-[a-zA-Z0-9](?: ?${ARGUMENT})?|(?:--|/)[a-zA-Z0-9][\\w-]*(?:[ =]${ARGUMENT})?)`;
const MARKER = new RegExp(`^${OPTION}(?:, ${OPTION})*(?=  |$)`);
/** Markers are looked at up to here. */
const LIMIT = 300;

/** Options of a command, each with two spaces, or a line end, before what it does. */
export const readOptionList: BlockReader = (state, source, at, into, parse) => {
  const first = markerOf(lineAt(source, at));
  if (first === undefined) return undefined;
  const entries: Led[] = [];
  let end = at;
  let start = at;
  for (let marker: string | undefined = first; marker !== undefined; marker = markerOf(lineAt(source, start))) {
    end = Math.max(endOfIndented(source, start + 1), start + 1);
    const nodes = parse(state, behindMarker(source, start, marker.length, end));
    // An option that nothing is said of is a line that only looks like one.
    if (nodes.length === 0) {
      end = start;
      break;
    }
    entries.push({ kind: 'led', lead: [codeSpan(marker)], colon: ':', nodes, line: source.first + start });
    start = skipBlank(source, end);
  }
  if (entries.length === 0) return undefined;
  into.push({ kind: 'entries', entries });
  return end;
};

function markerOf(line: string): string | undefined {
  if (!line.startsWith('-') && !line.startsWith('/')) return undefined;
  return MARKER.exec(line.slice(0, LIMIT))?.[0];
}
