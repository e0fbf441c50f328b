import { readHtmlFragment } from '../html/read-html.ts';
import { removeEmbeddedData } from '../markdown/embedded-data.ts';
import type { CellOutput } from './parse-notebook.ts';
import { renderTerminalText } from './terminal-text.ts';
import { truncate } from './truncate-output.ts';

/** An output to include in the document: Markdown, or the text of a fence. */
export interface ReadableOutput {
  readonly format: 'markdown' | 'text';
  readonly lines: readonly string[];
}

/** Matches the placeholder of an object without a text representation. */
const OBJECT_PLACEHOLDER = /^<[^\n<>]{0,300}>$/;

/** Returns the outputs that are useful as text, without images, widgets and other binary data. Joins consecutive outputs of one stream. */
export function filterReadableOutputs(outputs: readonly CellOutput[]): readonly ReadableOutput[] {
  const readableOutputs: ReadableOutput[] = [];
  let stream: { readonly name: string; text: string } | undefined;
  const flush = () => {
    if (stream) addOutput(readableOutputs, 'text', renderTerminalText(stream.text));
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
      addOutput(
        readableOutputs,
        'text',
        [output.name, output.value]
          .map(renderTerminalText)
          .filter((part) => part !== '')
          .join(': '),
      );
    } else addResult(readableOutputs, output.formats, output.types);
  }
  flush();
  return readableOutputs;
}

function addResult(
  readableOutputs: ReadableOutput[],
  formats: ReadonlyMap<string, string>,
  types: readonly string[],
): void {
  // A widget only works in a running notebook.
  if (types.some((type) => type.includes('widget'))) return;
  const markdown = formats.get('text/markdown');
  if (markdown !== undefined) {
    addOutput(readableOutputs, 'markdown', markdown.replaceAll(/\r\n?/g, '\n').trim());
    return;
  }
  const plainResult = renderTerminalText(formats.get('text/plain') ?? '');
  const html = formats.get('text/html');
  if (plainResult !== '' && !isPlaceholder(plainResult, types)) addOutput(readableOutputs, 'text', plainResult);
  else if (html !== undefined) addOutput(readableOutputs, 'markdown', readHtmlFragment(normalizeText(html)).markdown);
  else if (plainResult === '')
    addOutput(readableOutputs, 'text', normalizeText(formats.get('text/latex') ?? '').trim());
}

/** Returns whether the plain text only names an object that is available in other formats. */
function isPlaceholder(plain: string, types: readonly string[]): boolean {
  return OBJECT_PLACEHOLDER.test(plain) && types.some((type) => type !== 'text/plain');
}

function addOutput(readableOutputs: ReadableOutput[], format: ReadableOutput['format'], text: string): void {
  const outputText = removeEmbeddedData(text, format === 'text');
  if (outputText.trim() !== '')
    readableOutputs.push({ format, lines: truncate(outputText.split('\n'), format === 'markdown' ? [''] : []) });
}

function normalizeText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\u0000', '').toWellFormed();
}
