import { readHtmlPart } from '../html/read-html.ts';
import type { Output } from './notebook.ts';
import { terminalText } from './terminal-text.ts';
import { shorten } from './truncate-output.ts';

/** An output for readers: as Markdown, or as the text of a fence. */
export interface Shown {
  readonly form: 'markdown' | 'text';
  readonly lines: readonly string[];
}

/** What stands for an object that has no text of its own. */
const PLACEHOLDER = /^<[^\n<>]{0,300}>$/;

/** The outputs of a cell that a reader has use for, without pictures, widgets and other binary forms. What one stream wrote in pieces is one. */
export function shownOutputs(outputs: readonly Output[]): readonly Shown[] {
  const shown: Shown[] = [];
  let stream: { readonly name: string; text: string } | undefined;
  const flush = () => {
    if (stream) add(shown, 'text', terminalText(stream.text));
    stream = undefined;
  };
  for (const output of outputs) {
    if (output.kind === 'stream') {
      if (stream?.name !== output.name) flush();
      stream ??= { name: output.name, text: '' };
      stream.text += output.text;
      continue;
    }
    flush();
    if (output.kind === 'error') {
      add(
        shown,
        'text',
        [output.name, output.value]
          .map(terminalText)
          .filter((part) => part !== '')
          .join(': '),
      );
    } else addData(shown, output.forms, output.types);
  }
  flush();
  return shown;
}

function addData(shown: Shown[], forms: ReadonlyMap<string, string>, types: readonly string[]): void {
  // A widget is nothing without the notebook that runs it.
  if (types.some((type) => type.includes('widget'))) return;
  const markdown = forms.get('text/markdown');
  if (markdown !== undefined) {
    add(shown, 'markdown', markdown.replaceAll(/\r\n?/g, '\n').trim());
    return;
  }
  const plain = terminalText(forms.get('text/plain') ?? '');
  const html = forms.get('text/html');
  if (plain !== '' && !isPlaceholder(plain, types)) add(shown, 'text', plain);
  else if (html !== undefined) add(shown, 'markdown', readHtmlPart(clean(html)).markdown);
  else if (plain === '') add(shown, 'text', clean(forms.get('text/latex') ?? '').trim());
}

/** Whether the plain form but names the object whose other forms say more. */
function isPlaceholder(plain: string, types: readonly string[]): boolean {
  return PLACEHOLDER.test(plain) && types.some((type) => type !== 'text/plain');
}

function add(shown: Shown[], form: Shown['form'], text: string): void {
  if (text.trim() !== '') shown.push({ form, lines: shorten(text.split('\n'), form === 'markdown' ? [''] : []) });
}

function clean(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\u0000', '').toWellFormed();
}
