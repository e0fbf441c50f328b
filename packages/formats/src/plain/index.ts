export { escapeInline, escapeLineStart, PAIRED_MARKS, pairedMarks } from './escape.ts';
export { readPlain } from './read-plain.ts';
