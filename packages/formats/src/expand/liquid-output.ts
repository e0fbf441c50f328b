import type { ReadContext } from '@context-sync/reading';

/** Matches code and raw blocks, which stay unchanged, or an output tag of Liquid on one line. */
const TAG_PATTERN =
  /^[ \t>]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t>]*\1|(`+)[^`\n]*\2|\{%-?\s*(raw|highlight)\b[\s\S]{0,50000}?\bend\3\s*-?%\}|\{\{-?[ \t]*([^{}\n]{1,300}?)[ \t]*-?\}\}(?:\{%-?[ \t]*(link|post_url)\b)?/gm;
const OPERAND_PATTERN = /^(?:"([^"]*)"|'([^']*)'|([\w.-]+))$/;
/** Attribute of sites whose generator evaluates Liquid. */
const LIQUID_ATTRIBUTE = 'liquid';

/**
 * Evaluates Liquid output tags outside of code if their values depend only on settings of the site, such as `{{ '/docs/' | relative_url }}`. Tags with unknown
 * values stay. If such a tag is in a link, its spaces are removed, so that the link is recognized and keeps its text.
 */
export function insertLiquidOutput(text: string, { path, site }: ReadContext): string {
  if (site === undefined || !text.includes('{{')) return text;
  const variables = site.attributes(path);
  if (!variables.has(LIQUID_ATTRIBUTE)) return text;
  return text.replaceAll(TAG_PATTERN, (tag: string, ...groups) => {
    const [, , , expression, linkTag] = groups as (string | undefined)[];
    if (expression === undefined) return tag;
    const tagStart = linkTag === undefined ? '' : tag.slice(tag.lastIndexOf('{%'));
    // The tag `link` returns a path that already starts at the root of the site.
    if (linkTag !== undefined && expression === 'site.baseurl') return tagStart;
    const value = evaluate(expression, variables);
    if (value !== undefined) return value + tagStart;
    const offset = groups.at(-2) as number;
    const isInLink = /\]\(<?[^\s()]*$|\]:[ \t]+\S*$|(?:href|src)=["'][^"']*$/.test(
      text.slice(Math.max(0, offset - 300), offset),
    );
    return isInLink ? tag.replaceAll(/[\s()]+/g, '') : tag;
  });
}

/** Returns the value of an expression with filters; undefined if the value depends on anything other than settings. */
function evaluate(expression: string, variables: ReadonlyMap<string, string>): string | undefined {
  const [operand = '', ...filters] = expression.split('|').map((part) => part.trim());
  let value = readOperand(operand, variables);
  for (const filter of filters) {
    if (value === undefined) return undefined;
    const [, name = '', written = ''] = /^([a-z_]+)\s*(?::\s*(.*))?$/.exec(filter) ?? [];
    const [first, second] = written === '' ? [] : written.split(/,\s*/).map((each) => readOperand(each, variables));
    value = applyFilter(name, value, { first, second }, variables);
  }
  return value;
}

function readOperand(operand: string, variables: ReadonlyMap<string, string>): string | undefined {
  const [, double, single, name] = OPERAND_PATTERN.exec(operand) ?? [];
  const text = double ?? single;
  if (text !== undefined || name === undefined) return text;
  return variables.get(name) ?? (name === 'site.baseurl' || name === 'site.url' ? '' : undefined);
}

function applyFilter(
  name: string,
  value: string,
  { first, second }: { readonly first: string | undefined; readonly second: string | undefined },
  variables: ReadonlyMap<string, string>,
): string | undefined {
  const base = variables.get('site.baseurl') ?? '';
  switch (name) {
    case 'relative_url':
    case 'absolute_url': {
      if (/^[a-z][a-z\d+.-]*:/i.test(value)) return value;
      const path = `${base}/${value}`.replaceAll(/\/{2,}/g, '/').replace(/^(?!\/)/, '/');
      return name === 'relative_url' ? path : (variables.get('site.url') ?? '').replace(/\/$/, '') + path;
    }
    case 'prepend':
      return first === undefined ? undefined : first + value;
    case 'append':
      return first === undefined ? undefined : value + first;
    case 'replace':
      return first === undefined || second === undefined ? undefined : value.replaceAll(first, second);
    case 'default':
      return value === '' ? first : value;
    case 'downcase':
      return value.toLowerCase();
    case 'upcase':
      return value.toUpperCase();
    case 'escape':
    case 'strip':
      return value.trim();
    default:
      return undefined;
  }
}
