import { getProperty, isObject, listAt } from '@context-sync/openapi';

/** Returns the trimmed text at a key; empty if there is no text. Converts numbers to text, because `version: 1.0` is common. */
export function getTextAt(value: unknown, key: string): string {
  const propertyValue = getProperty(value, key);
  if (typeof propertyValue === 'string') return cleanText(propertyValue);
  return typeof propertyValue === 'number' || typeof propertyValue === 'bigint' ? String(propertyValue) : '';
}

/** Returns the strings among the first items of a list. */
export function getTextsAt(value: unknown, key: string, limit = 1_000): string[] {
  return listAt(value, key)
    .slice(0, limit)
    .filter((each) => typeof each === 'string')
    .map(cleanText);
}

export function getEntriesAt(value: unknown, key: string): [string, unknown][] {
  return getEntries(getProperty(value, key));
}

export function getEntries(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function getFlagAt(value: unknown, key: string): boolean {
  return getProperty(value, key) === true;
}

const CONTROL_PATTERN = /(?![\n\t])\p{Cc}/u;

/** Removes carriage returns, control characters and lone surrogates, which escapes in JSON and YAML can produce. */
export function cleanText(text: string): string {
  if (!CONTROL_PATTERN.test(text) && text.isWellFormed()) return text.trim();
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .toWellFormed()
    .trim();
}
