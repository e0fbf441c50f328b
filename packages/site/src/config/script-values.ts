import { parseScriptData, type ScriptData } from '@context-sync/formats';
import { getBody } from './javascript-config.ts';

/** Maximum number of names of constants and functions that are replaced by their values. */
const MAX_REPLACEMENTS = 100;
/** Maximum length of a value with its replacements, in UTF-16 code units. */
const MAX_LENGTH = 500_000;
/** Matches a name where a value is expected. The name can be called without arguments. */
const NAMED_VALUE = /(?<=[:,[]\s{0,200}(?:\.\.\.)?)([A-Za-z_$][\w$]*)(?:\(\))?(?=\s{0,200}[,\]}])/g;

/**
 * Returns the list or mapping that begins at an offset of a script. Names of constants and of functions without arguments are replaced by the literals
 * that the script assigns to them or returns from them. The script is never executed.
 */
export function readScriptValue(source: string, open: number): ScriptData | undefined {
  const literal = getLiteral(source, open);
  if (literal === undefined) return undefined;
  let text = literal;
  let count = 0;
  const usedNames = new Set<string>();
  for (let isChanged = true; isChanged && count < MAX_REPLACEMENTS && text.length < MAX_LENGTH; ) {
    isChanged = false;
    const seenNames = new Set<string>();
    text = text.replaceAll(NAMED_VALUE, (reference, name: string) => {
      if (usedNames.has(name) || count >= MAX_REPLACEMENTS) return reference;
      const value = findNamedLiteral(source, name);
      if (value === undefined) return reference;
      count += 1;
      seenNames.add(name);
      isChanged = true;
      return value;
    });
    // A name is replaced in one round only, so that values that contain themselves end.
    for (const name of seenNames) usedNames.add(name);
  }
  return parseScriptData(text);
}

/** Returns the values of a key anywhere in a script. */
export function findScriptValues(source: string, key: string): ScriptData[] {
  const expression = new RegExp(
    `(?<![\\w$.])["']?${key}["']?\\s*:\\s*(?:([[{])|([A-Za-z_$][\\w$]*)(?:\\(\\))?\\s*[,}\\n])`,
    'g',
  );
  const values: ScriptData[] = [];
  for (const { index, 0: written, 1: bracket, 2: name } of source.matchAll(expression)) {
    const start =
      bracket !== undefined ? index + written.length - 1 : name === undefined ? undefined : findStart(source, name);
    const value = start === undefined ? undefined : readScriptValue(source, start);
    if (value !== undefined) values.push(value);
  }
  return values;
}

function findNamedLiteral(source: string, name: string): string | undefined {
  const start = findStart(source, name);
  return start === undefined ? undefined : getLiteral(source, start);
}

/** Returns the offset of the literal that a script assigns to a name, or that the function of this name returns. */
function findStart(source: string, name: string): number | undefined {
  const escapedName = name.replaceAll('$', '\\$');
  const constant = new RegExp(`\\b(?:const|let|var)\\s+${escapedName}\\b[^=\\n]{0,200}=\\s*(?=[[{])`).exec(source);
  if (constant) return constant.index + constant[0].length;
  const declaration = new RegExp(
    `\\bfunction\\s+${escapedName}\\s*\\(\\s*\\)[^{\\n]{0,200}\\{\\s*return\\s*(?=[[{])`,
  ).exec(source);
  return declaration ? declaration.index + declaration[0].length : undefined;
}

function getLiteral(source: string, open: number): string | undefined {
  const body = getBody(source, open);
  return body === undefined ? undefined : source.slice(open, open + body.length + 2);
}
