import { normalizeName, type RstTarget } from '../document-definitions.ts';
import { makeId } from '../heading-slug.ts';
import { unescapeText } from '../inline/unescape-text.ts';
import type { RstParseState } from '../parse-state.ts';
import { getLine, type RstSource } from '../rst-source.ts';

/** Maximum length of a name, in characters. */
const MAX_NAME_CHARS = 1_000;

/** Returns the index after a target, whose URL can continue on indented lines. */
export function findTargetEnd(source: RstSource, index: number): number {
  let end = index + 1;
  while (getLine(source, end).startsWith(' ')) end += 1;
  return end;
}

/** Defines the target `.. _name: url`. Returns false if there is no name. */
export function defineTarget(state: RstParseState, source: RstSource, index: number, rest: string): boolean {
  const text = [rest, ...source.lines.slice(index + 1, findTargetEnd(source, index)).map((line) => line.trim())].join(
    '\n',
  );
  if (text.startsWith('__:')) {
    defineAnonymous(state, text.slice(3));
    return true;
  }
  const parsedName = parseName(text);
  if (!parsedName) return false;
  const name = normalizeName(unescapeText(parsedName.name));
  const address = text.slice(parsedName.end).replaceAll(/\s+/g, '');
  if (address === '') {
    state.definitions.targets.set(name, { id: makeId(name) });
    state.labels.push(name);
    return true;
  }
  // Labels directly above a target with a URL have the same URL.
  const target = parseTarget(address, text.slice(parsedName.end));
  for (const labelName of [...state.labels, name]) state.definitions.targets.set(labelName, target);
  state.labels = [];
  return true;
}

export function defineAnonymous(state: RstParseState, address: string): void {
  state.definitions.anonymous.push(parseTarget(address.replaceAll(/\s+/g, ''), address));
}

/** Returns the name between `_` and a colon that is followed by a space or the end. In backticks, the name itself may contain such a colon. */
function parseName(text: string): { name: string; end: number } | undefined {
  const isQuoted = text[1] === '`';
  const limit = Math.min(text.length, MAX_NAME_CHARS);
  for (let i = isQuoted ? 2 : 1; i < limit; i += 1) {
    const char = text[i];
    if (char === '\\') i += 1;
    else if (isQuoted) {
      if (char === '`' && text[i + 1] === ':') return { name: text.slice(2, i), end: i + 2 };
    } else if (char === ':' && /^\s?$/.test(text.charAt(i + 1))) return { name: text.slice(1, i), end: i + 1 };
  }
  return undefined;
}

/** Parses a target: a name followed by `_` is an alias; anything else is a URL. */
function parseTarget(address: string, spacedText: string): RstTarget {
  if (!address.endsWith('_') || address.endsWith('\\_')) return { url: unescapeText(address) };
  const name = spacedText.trim().slice(0, -1);
  return { alias: name.startsWith('`') && name.endsWith('`') ? name.slice(1, -1) : name };
}
