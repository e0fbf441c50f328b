const OPENING_BRACKETS = '{[(';
const CLOSING_BRACKETS = '}])';

/** Returns JavaScript source without comments. Strings are kept. The configuration is never executed; only its literals are read. */
export function removeJsComments(source: string): string {
  return source.replaceAll(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_match, text: string | undefined) => text ?? '',
  );
}

/** Returns the contents, without braces, of all object literals that are the value of a key, at any depth. */
export function findObjects(source: string, key: string): string[] {
  const objectBodies: string[] = [];
  const expression = new RegExp(`(?<![\\w$])(?:${key}|"${key}"|'${key}')\\s*:\\s*\\{`, 'g');
  for (const match of source.matchAll(expression)) {
    const innerText = getBody(source, match.index + match[0].length - 1);
    if (innerText !== undefined) objectBodies.push(innerText);
  }
  return objectBodies;
}

/** Returns the text between the bracket at an offset and its closing bracket; undefined if the bracket is never closed. */
export function getBody(source: string, open: number): string | undefined {
  let depth = 0;
  for (let position = open; position < source.length; position += 1) {
    const char = source.charAt(position);
    if (char === '"' || char === "'" || char === '`') position = findEndOfString(source, position);
    else if (OPENING_BRACKETS.includes(char)) depth += 1;
    else if (CLOSING_BRACKETS.includes(char)) {
      depth -= 1;
      if (depth === 0) return source.slice(open + 1, position);
    }
  }
  return undefined;
}

function findEndOfString(source: string, open: number): number {
  const quote = source.charAt(open);
  for (let position = open + 1; position < source.length; position += 1) {
    if (source[position] === '\\') position += 1;
    else if (source[position] === quote) return position;
  }
  return source.length;
}

/** Returns the literal values of an object literal by key, without the values of nested objects. */
export function getLiterals(body: string): Map<string, string | boolean> {
  const values = new Map<string, string | boolean>();
  const flatSource = removeNested(body);
  const pair =
    /(?:^|[,\n])\s*["']?([\w$.-]+)["']?\s*:\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`$]*)`|(true|false))/g;
  for (const [, key, double, single, template, flag] of flatSource.matchAll(pair)) {
    const text = double ?? single ?? template;
    if (key !== undefined && !values.has(key)) values.set(key, text ?? flag === 'true');
  }
  return values;
}

/** Returns source without the contents of its brackets. Strings outside of brackets are kept. */
function removeNested(source: string): string {
  let depth = 0;
  let flatSource = '';
  for (let position = 0; position < source.length; position += 1) {
    const char = source.charAt(position);
    const isString = char === '"' || char === "'" || char === '`';
    const end = isString ? findEndOfString(source, position) : position;
    if (OPENING_BRACKETS.includes(char)) depth += 1;
    else if (CLOSING_BRACKETS.includes(char)) depth -= 1;
    else if (depth === 0) flatSource += source.slice(position, end + 1);
    position = end;
  }
  return flatSource;
}

/**
 * Returns the first literal value of a key anywhere in the source. Replaces names of constants with their values.
 * @param constants source that contains the constants
 */
export function findLiteral(source: string, key: string, constants = source): string | boolean | undefined {
  const expression = new RegExp(
    `(?<![\\w$.])["']?${key}["']?\\s*:\\s*(?:"([^"\\n]*)"|'([^'\\n]*)'|\`([^\`\\n]*)\`|(true|false)\\b|([A-Za-z_$][\\w$]*)\\s*[,}\\n])`,
  );
  const [, double, single, template, flag, name] = expression.exec(source) ?? [];
  const text = double ?? single ?? (name === undefined ? undefined : findConstant(constants, name));
  if (template !== undefined) {
    const filledTemplate = template.replaceAll(
      /\$\{([\w$]+)\}/g,
      (written, constant: string) => findConstant(constants, constant) ?? written,
    );
    return filledTemplate.includes('${') ? undefined : filledTemplate;
  }
  return text ?? (flag === undefined ? undefined : flag === 'true');
}

/**
 * Returns the text that is the literal value of a key of an object itself, not of an object in it.
 * @param body the object without its braces
 * @param source source that contains the constants
 */
export function findOwnText(body: string, key: string, source: string): string | undefined {
  const value = findLiteral(`${removeNested(body)}\n`, key, source);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the text that is the literal value of a key of the exported object itself. */
export function findExportedText(source: string, key: string): string | undefined {
  const body = findExportedObject(source);
  return body === undefined ? undefined : findOwnText(body, key, source);
}

/**
 * Returns the object that a configuration exports, without braces: directly, as an argument of a function such as `defineConfig`, as a
 * constant, or as the result of a function. Returns undefined if the source exports no object literal.
 */
function findExportedObject(source: string): string | undefined {
  const exported = /\b(?:export\s+default|module\.exports\s*=(?!=))\s*/.exec(source);
  if (!exported) return undefined;
  const start = exported.index + exported[0].length;
  const [, name] = /^(?:[\w$.]+\(\s*)?([A-Za-z_$][\w$]*)\s*(?:[;,)\n]|$)/.exec(source.slice(start)) ?? [];
  const declaration = name === undefined ? undefined : createDeclarationPattern(name).exec(source);
  if (declaration === null) return undefined;
  const open = source.indexOf('{', declaration ? declaration.index + declaration[0].length : start);
  const body = open < 0 ? undefined : getBody(source, open);
  // The braces of a function contain the object that it returns.
  const returned = body === undefined ? null : /\breturn\b[^;{}]{0,200}\{/.exec(body);
  if (body === undefined || !returned || !/\breturn\b/.test(removeNested(body))) return body;
  return getBody(body, returned.index + returned[0].length - 1);
}

const escapeName = (name: string) => name.replaceAll('$', '\\$');
const createDeclarationPattern = (name: string) =>
  new RegExp(`\\b(?:(?:const|let|var)\\s+${escapeName(name)}\\b[^=]{0,200}=|function\\s+${escapeName(name)}\\b)`);

/** Returns the string literal that is assigned to a constant. */
function findConstant(source: string, name: string): string | undefined {
  const match = new RegExp(`\\bconst\\s+${escapeName(name)}\\s*=\\s*(?:"([^"\\n]*)"|'([^'\\n]*)')`).exec(source);
  return match?.[1] ?? match?.[2];
}

/** Returns the names that a configuration file written in JavaScript or TypeScript can have. */
export function listScriptNames(name: string): string[] {
  return ['js', 'cjs', 'mjs', 'ts', 'cts', 'mts'].map((extension) => `${name}.${extension}`);
}

/** Returns the redirects of a configuration of Next.js, as pairs of source and destination. Sources with parameters are expanded if they list their values. */
export function listNextRedirects(source: string): [from: string, to: string][] {
  const expression = /\bsource\s*:\s*["'`]([^"'`\n]+)["'`]\s*,\s*destination\s*:\s*["'`]([^"'`\n]+)["'`]/g;
  // Some projects write an object from which the configuration computes the list: `'/old': '/new'`.
  const entry = /["'](\/[^"'\n]*)["']\s*:\s*["']((?:\/|https?:\/\/)[^"'\n]*)["']/g;
  const start = source.search(/\bredirects\b/);
  const entries = start < 0 ? [] : [...source.slice(start).matchAll(entry)];
  return [...source.matchAll(expression), ...entries].flatMap(([, from = '', to = '']): [string, string][] => {
    const [parameter, name = '', values = ''] = /:(\w+)\(([\w|-]+)\)/.exec(from) ?? [];
    if (parameter === undefined) return from.includes(':') ? [] : [[from, to]];
    return values.split('|').map((value) => [from.replace(parameter, value), to.replace(`:${name}`, value)]);
  });
}

/** Matches an alias of a folder in `tsconfig.json`, such as `"@components/*": ["components/*"]`. */
const FOLDER_ALIAS = /"([^"*\s]{1,100}\/)\*"\s*:\s*\[\s*"(?:\.\/)?([^"*\s]{0,200})\*"/g;

/** Returns the folder aliases of a `tsconfig.json` or `jsconfig.json`, as pairs of the prefix in imports and the folder. */
export function listFolderAliases(config: string): (readonly [prefix: string, folder: string])[] {
  return Array.from(removeJsComments(config).matchAll(FOLDER_ALIAS), ([, prefix = '', folder = '']) => [
    prefix,
    folder,
  ]);
}
