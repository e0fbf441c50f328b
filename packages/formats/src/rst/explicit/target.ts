import { normalName, type Target } from '../definitions.ts';
import { unescaped } from '../inline/unescaped.ts';
import type { ParseState } from '../parse-state.ts';
import { makeId } from '../slug.ts';
import { lineAt, type Source } from '../source.ts';

/** Longer names are none. */
const NAME_LIMIT = 1_000;

/** An address goes on over indented lines, up to a blank one. */
export function endOfTarget(source: Source, at: number): number {
  let end = at + 1;
  while (lineAt(source, end).startsWith(' ')) end += 1;
  return end;
}

/** Defines what `.. _name: address` says; false where there is no such name. */
export function defineTarget(state: ParseState, source: Source, at: number, rest: string): boolean {
  const text = [rest, ...source.lines.slice(at + 1, endOfTarget(source, at)).map((line) => line.trim())].join('\n');
  if (text.startsWith('__:')) {
    defineAnonymous(state, text.slice(3));
    return true;
  }
  const found = nameOf(text);
  if (!found) return false;
  const name = normalName(unescaped(found.name));
  const address = text.slice(found.end).replaceAll(/\s+/g, '');
  if (address === '') {
    state.definitions.targets.set(name, { id: makeId(name) });
    state.labels.push(name);
    return true;
  }
  // Names right above one that has an address share it.
  const target = targetOf(address, text.slice(found.end));
  for (const each of [...state.labels, name]) state.definitions.targets.set(each, target);
  state.labels = [];
  return true;
}

export function defineAnonymous(state: ParseState, address: string): void {
  state.definitions.anonymous.push(targetOf(address.replaceAll(/\s+/g, ''), address));
}

/** The name between `_` and a colon that a space or the end follows; in backticks it may hold such a colon. */
function nameOf(text: string): { name: string; end: number } | undefined {
  const isQuoted = text[1] === '`';
  const limit = Math.min(text.length, NAME_LIMIT);
  for (let i = isQuoted ? 2 : 1; i < limit; i += 1) {
    const char = text[i];
    if (char === '\\') i += 1;
    else if (isQuoted) {
      if (char === '`' && text[i + 1] === ':') return { name: text.slice(2, i), end: i + 2 };
    } else if (char === ':' && /^\s?$/.test(text[i + 1] ?? '')) return { name: text.slice(1, i), end: i + 1 };
  }
  return undefined;
}

/** A name with `_` behind it is another target; anything else is a URL. */
function targetOf(address: string, spaced: string): Target {
  if (!address.endsWith('_') || address.endsWith('\\_')) return { url: unescaped(address) };
  const name = spaced.trim().slice(0, -1);
  return { alias: name.startsWith('`') && name.endsWith('`') ? name.slice(1, -1) : name };
}
