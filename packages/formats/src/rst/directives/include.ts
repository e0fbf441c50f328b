import { defineStandardCharacters } from '../explicit/substitution.ts';
import { link } from '../inline/link.ts';
import { lineAt } from '../source.ts';
import { argumentOf, type DirectiveHandler, optionOf } from './directive.ts';

/** Names the file, which cannot be read here. Those in angle brackets are docutils' own, and hold names of characters. */
export const addInclude: DirectiveHandler = (state, directive, into) => {
  const { line } = directive;
  const file = argumentOf(directive);
  if (file.startsWith('<')) defineStandardCharacters(state);
  if (file === '' || file.startsWith('<')) return;
  const caption = optionOf(directive, 'caption');
  const named = caption === undefined ? 'Included file' : { rst: caption };
  into.push({ kind: 'paragraph', text: [named, ': ', link(file, file)], line });
};

/** HTML goes in as it is, without what no reader sees; other formats are not those of a page. */
export const addRaw: DirectiveHandler = (_state, directive, into) => {
  const { content, line } = directive;
  if (!argumentOf(directive).toLowerCase().split(' ').includes('html')) return;
  const file = optionOf(directive, 'file') ?? optionOf(directive, 'url');
  if (file !== undefined) into.push({ kind: 'paragraph', text: ['Included file: ', link(file, file)], line });
  const html = visible(content.lines.join('\n')).split('\n');
  let start = 0;
  while (start < html.length && html[start]?.trim() === '') start += 1;
  while (html.length > start && lineAt({ lines: html, first: 0 }, html.length - 1).trim() === '') html.pop();
  if (start < html.length) into.push({ kind: 'html', html: html.slice(start), line: content.first + start });
};

const HIDDEN = [
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<!--', '-->'],
] as const;

/** Without scripts, styles and comments, whose line ends stay. */
function visible(html: string): string {
  return HIDDEN.reduce((text, [open, close]) => without(text, open, close), html);
}

function without(html: string, open: string, close: string): string {
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
