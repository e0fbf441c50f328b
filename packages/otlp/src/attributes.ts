import type { Attributes, AttributeValue } from './otlp-span.ts';

export type { Attributes };

/** Returns the value of the first attribute that is set and not empty. */
export function getAttribute(attributes: Attributes, ...names: readonly string[]): AttributeValue {
  return names.map((name) => attributes.get(name)).find((value) => value !== undefined && value !== '');
}

/** Returns the text of the first attribute that is set and not empty. */
export function getAttributeText(attributes: Attributes, ...names: readonly string[]): string | undefined {
  const value = getAttribute(attributes, ...names);
  return value === undefined ? undefined : String(value);
}
