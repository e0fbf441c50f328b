import type { CompiledHint } from './hint-set.ts';

/** Maximum length of a JSON body that is extended, in UTF-16 code units. */
export const MAX_EXTENDED_LENGTH = 65_536;

/** Returns the JSON text of the property that instructs an agent, without surrounding braces. */
export function formatHintMember(name: string, hint: CompiledHint): string {
  const { id, retryable, retryAfterSeconds, steps, documentation } = hint;
  const value = { hint: id, retryable, retryAfterSeconds, steps, documentation };
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/**
 * Adds a property at the end of a JSON object without changing any other byte.
 * @returns undefined if the text is not a JSON object, is too large, or already contains a property with this name
 */
export function addMember(text: string, name: string, member: string): string | undefined {
  if (text.length > MAX_EXTENDED_LENGTH || !/^\s*\{/.test(text)) return undefined;
  let object: unknown;
  try {
    object = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof object !== 'object' || object === null || Object.hasOwn(object, name)) return undefined;
  const end = text.lastIndexOf('}');
  const comma = Object.keys(object).length === 0 ? '' : ',';
  return `${text.slice(0, end)}${comma}${member}${text.slice(end)}`;
}
