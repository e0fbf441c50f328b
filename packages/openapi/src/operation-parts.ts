import type { DocumentReader, Entry } from './document-reader.ts';
import { getProperty, getTextAt, isObject, listAt } from './json-value.ts';
import { isExtension } from './path-items.ts';
import type { DereferencedObject } from './resolve-references.ts';

/** Default for the maximum number of parameters that are read per level. */
export const MAX_PARAMETERS = 500;

/** Returns the parameters of all levels, outermost level first. A parameter overrides parameters of outer levels with the same name and location. */
export function listParameters(
  { references }: DocumentReader,
  levels: readonly unknown[],
  limit = MAX_PARAMETERS,
): DereferencedObject[] {
  const parameters = new Map<string, DereferencedObject>();
  for (const value of levels.flatMap((level) => listAt(level, 'parameters').slice(0, limit))) {
    const parameter = references.dereference(value);
    const { object, external } = parameter;
    if (!isObject(object) && external === undefined) continue;
    const key = external ?? `${getTextAt(object, 'in')?.trim()}\n${getTextAt(object, 'name')?.trim()}`;
    parameters.set(key, parameter);
  }
  return [...parameters.values()];
}

/** Returns the responses of an operation by status, without extensions. */
export function listResponses({ entries }: DocumentReader, operation: unknown): readonly Entry[] {
  return entries(operation, 'responses').filter(([status]) => !isExtension(status));
}

/** Returns the security requirements that apply: those of the operation, or else those of the document. Undefined if neither has any. */
export function getSecurity(document: unknown, operation: unknown): readonly unknown[] | undefined {
  const requirements = getProperty(operation, 'security') ?? getProperty(document, 'security');
  return Array.isArray(requirements) ? requirements : undefined;
}

/** An example of a media type, parameter or header. */
export interface NamedExample extends DereferencedObject {
  /** Key of the example; empty for `example`. */
  readonly name: string;
  /** The value; undefined if the example has only a URL. */
  readonly value: unknown;
  /** URL of the value if it is in another file. */
  readonly address: string;
}

const VALUE_KEYS = ['value', 'dataValue', 'serializedValue'];

/** Returns `examples`, or else `example`, without the examples of the schema. */
export function listExamples({ references, entries }: DocumentReader, holder: unknown, limit: number): NamedExample[] {
  const namedExamples = entries(holder, 'examples');
  if (namedExamples.length === 0) {
    const value = getProperty(holder, 'example');
    return value === undefined ? [] : [{ name: '', object: undefined, value, address: '' }];
  }
  return namedExamples.slice(0, limit).map(([name, given]) => {
    const example = references.dereference(given);
    const key = VALUE_KEYS.find((each) => isObject(example.object) && Object.hasOwn(example.object, each));
    return {
      ...example,
      name,
      value: key === undefined ? undefined : getProperty(example.object, key),
      address: example.external ?? getTextAt(example.object, 'externalValue') ?? '',
    };
  });
}
