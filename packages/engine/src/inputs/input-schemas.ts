import { truncate } from '@context-sync/base';
import { BaseUrlError, dataSourceInput, parseBaseUrl } from '@context-sync/core';
import { SKIPPED_KINDS, type SkippedKind } from '@context-sync/selection';
import picomatch from 'picomatch';
import { z } from 'zod';

/** A schema that parses the trimmed text of an input. The text is empty if the input is not set. */
export type InputSchema<T> = z.ZodType<T, string>;

/** A function that reports that the text violates a rule. The rule completes the sentence `Input "name" …`. */
type RejectInput = (rule: string, fix?: string) => void;

/** Kinds of documents that are skipped unless an input includes them. */
export type IncludableKind = SkippedKind | 'drafts';
export const INCLUDABLE_KINDS: readonly IncludableKind[] = [...SKIPPED_KINDS, 'drafts'];

const MAX_QUOTED_CHARACTERS = 80;

/** Returns a schema for a function that parses the text and reports the rules that the text violates. */
export function createParsedSchema<T>(parse: (text: string, reject: RejectInput) => T): InputSchema<T> {
  return z
    .string()
    .transform((text, context) =>
      parse(text, (rule, fix = '') => context.addIssue({ code: 'custom', message: rule, params: { fix } })),
    );
}

export const TEXT_SCHEMA = createParsedSchema((text) => text);
export const OPTIONAL_TEXT = createParsedSchema((text) => text || undefined);
export const LINES_SCHEMA: InputSchema<readonly string[]> = createParsedSchema(getLines);

export const BOOLEAN_SCHEMA = createParsedSchema((text, reject) => {
  if (!/^(?:true|false)$/i.test(text)) reject(`must be true or false ${describeReceived(text)}`);
  return text.toLowerCase() === 'true';
});

export function createChoiceSchema<const T extends readonly string[]>(...values: T): InputSchema<T[number]> {
  return createParsedSchema((text, reject) => {
    const value = values.find((each) => each === text);
    if (value !== undefined) return value;
    reject(`must be one of ${values.join(', ')} ${describeReceived(text)}`);
    return z.NEVER;
  });
}

/** Returns the schema of an integer. The value is undefined if the input is not set. */
function createIntegerSchema(min: number, max: number, fix = ''): InputSchema<number | undefined> {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `between ${min} and ${max}`;
  return createParsedSchema((text, reject) => {
    if (text === '') return undefined;
    const value = Number(text);
    if (!/^\d{1,16}$/.test(text) || value < min || value > max)
      reject(`must be an integer ${range} ${describeReceived(text)}`, fix);
    return value;
  });
}

/** Returns the schema of an integer for an input that has a default. */
export function createIntegerSchemaWithDefault(fallback: number, min: number, max: number): InputSchema<number> {
  return createIntegerSchema(min, max).transform((value) => value ?? fallback);
}

export const INSTALLATION_ID = createIntegerSchema(
  1,
  Number.MAX_SAFE_INTEGER,
  "use the number at the end of the URL of the installation's settings page",
);

/** Returns the schema of a text with 1 to 100 characters. */
export function createShortTextSchema(fix: string): InputSchema<string> {
  return createParsedSchema((text, reject) => {
    if (text === '') reject('is required', fix);
    else if (text.length > 100) reject(`must have at most 100 characters (got ${text.length})`, fix);
    return text;
  });
}

/** The schema of the API key. The key is sent in a header, and no message may contain its value. */
export const API_KEY = createParsedSchema((text, reject) => {
  if (!/^[\x21-\x7e]*$/.test(text)) {
    reject('must not contain spaces, line breaks or non-ASCII characters', 'store only the key in the secret');
  }
  return text;
});

export const BASE_URL = createParsedSchema((text, reject): URL => {
  if (text === '') {
    reject('is required', 'set it to the URL of the API, for example https://api.example.com');
    return z.NEVER;
  }
  try {
    return parseBaseUrl(text);
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    reject(error.message, error.hint);
    return z.NEVER;
  }
});

export const PROJECT_SCHEMA = createParsedSchema((text, reject) => {
  if (text === '') reject('is required', 'set it to the slug of the project on the platform');
  else if (/[\s/\\?#\p{Cc}]/u.test(text) || text === '.' || text === '..') {
    reject(`must be a project slug ${describeReceived(text)}`, "use only the slug, as in the project's URL");
  }
  return text;
});

/** The schema of a folder without leading and trailing `/`; empty for the whole repository. */
export const DOCS_FOLDER = createParsedSchema((text, reject) => {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  if (text === '') reject('is required', 'set it to a folder such as docs, or to "." for the whole repository');
  else if (parts.includes('..') || text.startsWith('/')) {
    reject(
      `must be a folder inside the repository ${describeReceived(text)}`,
      'use a path from the root of the repository, without ".."',
    );
  }
  return parts.join('/');
});

export const GLOBS_SCHEMA: InputSchema<readonly string[]> = createParsedSchema((text, reject) => {
  const globs = getLines(text);
  for (const glob of globs) {
    if (isGlob(glob)) continue;
    reject(
      `must be a list of globs, one per line ${describeReceived(glob)}`,
      'close all brackets of the glob, as in guides/**/*.{md,mdx}',
    );
  }
  return globs;
});

/** The schema of a list of kinds, one per line or separated by commas. `all` includes every kind. */
export const INCLUDE_KINDS: InputSchema<ReadonlySet<IncludableKind>> = createParsedSchema((text, reject) => {
  const names = text.split(/[\s,]+/).filter((each) => each !== '');
  if (names.includes('all')) return new Set(INCLUDABLE_KINDS);
  const kinds = new Set<IncludableKind>();
  for (const inputName of names) {
    const kind = INCLUDABLE_KINDS.find((known) => known === inputName.toLowerCase());
    if (kind) kinds.add(kind);
    else reject(`must be a list of ${INCLUDABLE_KINDS.join(', ')}, or all ${describeReceived(inputName)}`);
  }
  return kinds;
});

export const SITE_URL = createParsedSchema((text, reject) => {
  if (text === '') return undefined;
  if (!dataSourceInput.shape.siteUrl.safeParse(text).success) {
    reject(
      `must be an http or https URL of at most 2048 characters ${describeReceived(text)}`,
      'set it to the full URL of the docs site, such as https://docs.example.com',
    );
  }
  return text;
});

/** The schema of the title prefix. The maximum length leaves enough space for the title. */
export const TITLE_PREFIX = createParsedSchema((text, reject) => {
  if (text.length > 60 || /\p{Cc}/u.test(text)) {
    reject(`must be one line of at most 60 characters (got ${text.length} characters)`);
  }
  return text;
});

/** Returns the received text, truncated, in the form in which a rule ends with it. */
export function describeReceived(text: string): string {
  return `(got "${truncate(text, MAX_QUOTED_CHARACTERS)}")`;
}

/** Returns the non-blank lines of a text, trimmed. */
function getLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function isGlob(glob: string): boolean {
  try {
    picomatch.makeRe(glob, { strictBrackets: true });
    return glob.length <= 1_000;
  } catch {
    return false;
  }
}
