import { copyText } from '@context-sync/base';
import type { ValuePosition } from './holds-secret.ts';
import { isFieldName, isFieldValue } from './name-value.ts';
import type { GetKind, NameKind } from './sensitive-names.ts';

/** Matches names of objects and lists that contain headers. */
const HEADERS_PATTERN = /^(raw_?)?headers$/i;
const PAIRS_FIELD = /^(query|query_?string|query_?params|search_?params|form|form_?data)$/i;
const MAX_CACHED_NAMES = 10_000;
const MAX_CACHED_NAME_LENGTH = 128;

/** The meaning of a property's value, derived from the name of the property. */
export interface NameTraits {
  readonly kind: NameKind | undefined;
  readonly isFieldName: boolean;
  readonly isFieldValue: boolean;
  /** Position of the content of the property, if the name determines it. */
  readonly position: ValuePosition | undefined;
}

/** Returns a function that caches the traits of names, because APIs repeat a few names in every body. */
export function createTraitsCache(getKind: GetKind): (name: string) => NameTraits {
  const traitsByName = new Map<string, NameTraits>();
  return (name) => {
    let traits = traitsByName.get(name);
    if (traits === undefined) {
      traits = {
        kind: getKind(name),
        isFieldName: isFieldName(name),
        isFieldValue: isFieldValue(name),
        position: getPosition(name),
      };
      if (traitsByName.size >= MAX_CACHED_NAMES) traitsByName.clear();
      if (name.length <= MAX_CACHED_NAME_LENGTH) traitsByName.set(copyText(name), traits);
    }
    return traits;
  };
}

function getPosition(name: string): ValuePosition | undefined {
  if (HEADERS_PATTERN.test(name)) return 'header';
  return PAIRS_FIELD.test(name) ? 'pair' : undefined;
}
