import type { CompiledHint } from './hint-set.ts';

/** Largest JSON body that is extended, in characters. */
export const MAX_EXTENDED_LENGTH = 65_536;

/** Returns the member that instructs an agent, without braces around it. */
export function hintMember(name: string, hint: CompiledHint): string {
  const { id, retryable, retryAfterSeconds, steps, documentation } = hint;
  const value = { hint: id, retryable, retryAfterSeconds, steps, documentation };
  return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
}

/**
 * Adds a member at the end of a JSON object; every other byte stays.
 * @returns undefined if the text is not a JSON object, is too large, or has a member of this name
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
