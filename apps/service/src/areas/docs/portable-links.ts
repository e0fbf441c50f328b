import { getTargetPath } from './page-links.ts';
import { isPagePath } from './page-path.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Matches inline code, which is not changed. */
const CODE_SPAN = /(`+[^`]*`+)/;
/** Matches the target of an inline link or image, between the text and the title. */
const TARGET = /(\]\(<?)([^()\s<>]+)/g;
/** Matches the target of a link reference definition. */
const DEFINITION = /^( {0,3}\[[^\]]{1,200}\]:\s*<?)([^\s<>]+)/;

/**
 * Makes the links in Markdown absolute, so that an agent can follow them outside of the portal. Links in code do not change.
 * @param from path that relative links are resolved against
 * @param base URL of the portal
 */
export function makeLinksAbsolute(markdown: string, from: string, base: string): string {
  let fence: string | undefined;
  const lines = markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined && mark !== undefined) {
      fence = mark;
      return line;
    }
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      return line;
    }
    const replace = (_match: string, start: string, target: string) => `${start}${resolve(target, from, base)}`;
    return line
      .split(CODE_SPAN)
      .map((part, index) => (index % 2 === 1 ? part : part.replace(DEFINITION, replace).replaceAll(TARGET, replace)))
      .join('');
  });
  return lines.join('\n');
}

function resolve(target: string, from: string, base: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return target;
  if (!URL.canParse(target, `https://portal.invalid/${from}`)) return target;
  const { pathname, search, hash } = new URL(target, `https://portal.invalid/${from}`);
  const page = getTargetPath(pathname);
  return isPagePath(page) && !/\.[a-z]{2,5}$/.test(page)
    ? `${base}/${page}.md${search}${hash}`
    : `${base}${pathname}${search}`;
}
