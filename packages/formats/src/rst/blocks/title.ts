import { widthOf } from '../column-width.ts';
import { type BlockReader, warn } from '../parse-state.ts';
import { lineAt } from '../source.ts';
import { addTitle, adornment, SURE_ADORNMENT } from './adornment.ts';
import { readText } from './text.ts';

/** A title with an overline, or a transition. */
export const readTitle: BlockReader = (state, source, at, into, parse) => {
  const over = lineAt(source, at);
  const mark = adornment(over);
  if (mark === undefined) return undefined;
  const line = source.first + at;
  const text = lineAt(source, at + 1);
  const isSure = over.length >= SURE_ADORNMENT;
  if (text === '') {
    if (!isSure) return readText(state, source, at, into, parse);
    into.push({ kind: 'break', line });
    return at + 1;
  }
  const under = lineAt(source, at + 2);
  const isTitle = adornment(text) === undefined && adornment(under) === mark;
  if (isTitle && (isSure || (under.length === over.length && widthOf(text) <= over.length))) {
    if (under.length !== over.length) warn(state, line, 'The overline and underline of the title differ in length');
    else if (text.length > over.length) warn(state, line, 'The overline of the title is too short');
    addTitle(state, into, text.trim(), mark + mark, line + 1);
    return at + 3;
  }
  if (!isSure) return readText(state, source, at, into, parse);
  warn(state, line, 'The line begins a title, but no underline of the same mark follows');
  into.push({ kind: 'break', line });
  return at + 1;
};
