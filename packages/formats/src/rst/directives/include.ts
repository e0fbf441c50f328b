import { link } from '../inline/link.ts';
import { lineAt } from '../source.ts';
import { type DirectiveHandler, getOption, joinArgument } from './directive.ts';
import { defineStandardCharacters } from './substitution.ts';

/**
 * Adds a link to the file, because its content is not available. Names in angle brackets refer to files of docutils with definitions of
 * characters.
 */
export const addInclude: DirectiveHandler = (state, directive, into) => {
  const { line } = directive;
  const file = joinArgument(directive);
  if (file.startsWith('<')) defineStandardCharacters(state);
  if (file === '' || file.startsWith('<')) return;
  const caption = getOption(directive, 'caption');
  const named = caption === undefined ? 'Included file' : { rst: caption };
  into.push({ kind: 'paragraph', text: [named, ': ', link(file, file)], line });
};

/** Adds HTML without its invisible parts. Ignores other formats. */
export const addRaw: DirectiveHandler = (_state, directive, into) => {
  const { content, line } = directive;
  if (!joinArgument(directive).toLowerCase().split(' ').includes('html')) return;
  const file = getOption(directive, 'file') ?? getOption(directive, 'url');
  if (file !== undefined) into.push({ kind: 'paragraph', text: ['Included file: ', link(file, file)], line });
  const html = removeInvisible(content.lines.join('\n')).split('\n');
  let start = 0;
  while (start < html.length && html[start]?.trim() === '') start += 1;
  while (html.length > start && lineAt({ lines: html, first: 0 }, html.length - 1).trim() === '') html.pop();
  if (start < html.length) into.push({ kind: 'html', html: html.slice(start), line: content.first + start });
};

const INVISIBLE_MARKUP = [
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<!--', '-->'],
] as const;

/** Removes scripts, styles and comments, but keeps their line breaks. */
function removeInvisible(html: string): string {
  return INVISIBLE_MARKUP.reduce((text, [open, close]) => removeBetween(text, open, close), html);
}

function removeBetween(html: string, open: string, close: string): string {
  const lower = html.toLowerCase();
  let result = '';
  let last = 0;
  for (let start = lower.indexOf(open); start >= 0; start = lower.indexOf(open, last)) {
    const end = lower.indexOf(close, start + open.length);
    if (end < 0) break;
    result += html.slice(last, start) + html.slice(start, end).replaceAll(/[^\n]+/g, '');
    last = end + close.length;
  }
  return result + html.slice(last);
}
