import type { ReadContext } from '@context-sync/reading';

/**
 * Matches a shortcode of Hugo that inserts a parameter of the page or the site. The shortcode `_param` of Docsy replaces `{1}` in the parameter with
 * its next argument.
 */
const PARAMETER_PATTERN =
  /\{\{[<%]\s*(?:param\s+["'`]?([\w.-]{1,100})["'`]?|_param\s+["'`]?([\w.-]{1,100})["'`]?((?:\s+(?:"[^"\n]{0,200}"|[^\s"<>%{}/]{1,200})){0,9}))\s*\/?[>%]\}\}/g;
/** Maximum length of the start of a page that is searched for parameters in its front matter. */
const MAX_HEAD_LENGTH = 10_000;
/** Prefix of the names of site attributes that are Hugo parameters. */
const PARAMETER_PREFIX = 'params.';

/** Replaces shortcodes that insert parameters with their values. Parameters with an unknown value stay unchanged. */
export function insertParameters(text: string, { path, site }: ReadContext): string {
  if (site === undefined || !/param\s/.test(text)) return text;
  const attributes = site.attributes(path);
  return text.replaceAll(PARAMETER_PATTERN, (shortcode, plainName: string | undefined, own = '', parameter = '') => {
    const name = plainName ?? own;
    const value = findInFrontMatter(text, name) ?? attributes.get(PARAMETER_PREFIX + name.toLowerCase());
    if (plainName !== undefined || value === undefined) return value ?? shortcode;
    const values = Array.from(parameter.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, bare]) => quoted ?? bare ?? '');
    return value.replaceAll(/\{(\d)\}/g, (place, index: string) => values[Number(index) - 1] ?? place);
  });
}

/** Matches the keys below `params` in YAML. */
const PARAMETER_BLOCK = /^params:[ \t]*\n((?:(?:[ \t]+\S.*)?\n)+)/m;

/** Returns the value of a top-level key in front matter, or of a key below `params`. */
function findInFrontMatter(text: string, name: string): string | undefined {
  if (!/^(?:---|\+\+\+)\n/.test(text)) return undefined;
  const head = text.slice(0, MAX_HEAD_LENGTH);
  const end = head.indexOf(`\n${head.slice(0, 3)}`, 3);
  const key = name.replaceAll(/[.-]/g, String.raw`\$&`);
  const frontMatter = head.slice(0, Math.max(end, 0));
  const block = PARAMETER_BLOCK.exec(`${frontMatter}\n`)?.[1] ?? '';
  const find = (indent: string, text: string) =>
    new RegExp(`^${indent}${key}[ \\t]*[:=][ \\t]*(\\S.*)$`, 'm').exec(text)?.[1];
  const value = find('', frontMatter) ?? find('[ \\t]+', block);
  // A value with several lines would change the numbers of the lines below it.
  if (value !== undefined && /^[|>][+-]?\s*$/.test(value)) return undefined;
  return value?.trim().replaceAll(/^["']|["']$/g, '');
}
