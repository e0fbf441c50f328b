import { measureDisplayWidth } from '../column-width.ts';
import { type BlockReader, warn } from '../parse-state.ts';
import { getLine } from '../rst-source.ts';
import { addTitle, findAdornment, MIN_ADORNMENT_LENGTH } from './adornment.ts';
import { readText } from './text-block.ts';

/** Reads a title with an overline, or a transition. */
export const readTitle: BlockReader = (state, source, index, into, parse) => {
  const overline = getLine(source, index);
  const overlineChar = findAdornment(overline);
  if (overlineChar === undefined) return undefined;
  const line = source.first + index;
  const text = getLine(source, index + 1);
  const isSure = overline.length >= MIN_ADORNMENT_LENGTH;
  if (text === '') {
    if (!isSure) return readText(state, source, index, into, parse);
    into.push({ kind: 'break', line });
    return index + 1;
  }
  const underline = getLine(source, index + 2);
  const isTitle = findAdornment(text) === undefined && findAdornment(underline) === overlineChar;
  if (isTitle && (isSure || (underline.length === overline.length && measureDisplayWidth(text) <= overline.length))) {
    if (underline.length !== overline.length)
      warn(state, line, 'The overline and underline of the title differ in length');
    else if (text.length > overline.length) warn(state, line, 'The overline of the title is too short');
    addTitle(state, into, text.trim(), overlineChar + overlineChar, line + 1);
    return index + 3;
  }
  if (!isSure) return readText(state, source, index, into, parse);
  warn(state, line, 'The line starts a title, but no underline with the same character follows');
  into.push({ kind: 'break', line });
  return index + 1;
};
