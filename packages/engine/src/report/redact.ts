import { listSecretEncodings } from '@context-sync/core';
import type { ReadInput } from '../inputs/parse-inputs.ts';
import { readInput } from '../inputs/read-input.ts';
import { SECRET_NAMES } from '../inputs/setting-table.ts';
import { findStateRemote } from '../inputs/state-location.ts';
import { getInlineCodeText } from './text/safe-text.ts';

/** Matches the punctuation that `formatMarkdownText` leaves outside of the code element of a word. */
const EDGE_MARKS = /^[("'“‘]+|[)"'”’.,;:!?…–—›]+$/gu;

/**
 * Returns the secrets of the run in every form that they take in texts, URLs and headers. The secrets are the key, the token, and the password in the
 * URL of the state's remote.
 */
export function listSecretsToRedact(read: ReadInput = readInput): string[] {
  const remote = findStateRemote(read('state'));
  const password = remote?.kind === 'http' ? (remote.credentials?.password ?? '') : '';
  return [...SECRET_NAMES.map((name) => read(name)), password].flatMap(listSecretEncodings);
}

/**
 * Replaces the secrets of the run with `***`.
 * @param text plain text, JSON or Markdown
 */
export function redactSecrets(text: string): string {
  return createRedactor()(text);
}

/** Returns a function that redacts texts. The secrets are determined only once. */
export function createRedactor(read?: ReadInput): (text: string) => string {
  const forms = listSecretsToRedact(read);
  const markdownForms = forms
    .map((form) => getInlineCodeText(form.replaceAll(EDGE_MARKS, '')))
    .filter((form) => form !== '');
  const allForms = [...new Set([...forms, ...markdownForms])];
  return (text) => allForms.reduce((rest, form) => rest.replaceAll(form, '***'), text);
}
