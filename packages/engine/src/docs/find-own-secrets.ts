import type { Item } from '@context-sync/chunker';
import { listSecretEncodings } from '@context-sync/core';
import { stripMarkup } from './strip-markup.ts';

/** A secret of this run that was found in a document. */
export interface OwnSecret {
  readonly path: string;
  readonly line: number;
  /** The name of the input that has this value. */
  readonly input: string;
}

/** The minimum length of a secret to search for. Documents may contain shorter values by chance. */
const MIN_SECRET_CHARACTERS = 8;

/**
 * Finds the secrets of the run in a document and its items, in every form that is masked in logs: plain, base64, hexadecimal, URL-encoded and
 * JSON-encoded. The items are searched as well, because they contain decoded escapes and character references.
 * @param secrets values by input name
 */
export function findOwnSecrets(
  { path, text, items }: { readonly path: string; readonly text: string; readonly items: readonly Item[] },
  secrets: Readonly<Record<string, string>>,
): OwnSecret[] {
  if (items.length === 0) return [];
  return Object.entries(secrets).flatMap(([input, secret]): OwnSecret[] => {
    if (secret.length < MIN_SECRET_CHARACTERS) return [];
    const secretForms = listSecretEncodings(secret);
    const includesForm = (part: string) => secretForms.some((form) => part.includes(form));
    const line =
      findLine(text, includesForm) ?? findLine(stripMarkup(text), includesForm) ?? findItemLine(includesForm, items);
    return line === undefined ? [] : [{ path, line, input }];
  });
}

function findLine(text: string, holdsSecret: (part: string) => boolean): number | undefined {
  if (!holdsSecret(text)) return undefined;
  const index = text.split(/\r\n?|\n/).findIndex(holdsSecret);
  return index < 0 ? undefined : index + 1;
}

/** Returns the first line of the first item that contains the secret. */
function findItemLine(holdsSecret: (part: string) => boolean, items: readonly Item[]): number | undefined {
  return items.find(({ title, content }) => [title, content, stripMarkup(content)].some(holdsSecret))?.lines[0];
}
