import { hashParts } from './fingerprint.ts';

/** Matches the last line of an item, which contains its source URL. */
const SOURCE_LINE = /\n+Source: \S+\s*$/;
/** Matches a fence, with which a code block begins or ends. */
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;
/** Matches a code span, which is not changed, or a link or an image with its text. */
const CODE_OR_LINK =
  /(`+)(?!`)[^\n]*?(?<!`)\1(?!`)|!?\[((?:[^[\]\\\n]|\\.)*)\]\((?:<[^<>\n]*>|(?:[^\s()]|\([^\s()]*\))*)(?:[ \t]+"[^"\n]*")?\)/g;
/** Matches the definition of a reference link. */
const DEFINITION = /^([ \t>]*\[[^\]\n]+\]:)[ \t]+\S+/;

/** Returns the text of an item without the line that contains its source URL. */
export function removeSourceLine(content: string): string {
  return content.replace(SOURCE_LINE, '').trimEnd();
}

/**
 * Returns the text of an item without the URLs of its links, images and source: every link is replaced with its text. URLs in code, and URLs that readers
 * see, are part of the text.
 */
export function removeAddresses(content: string): string {
  let fence: string | undefined;
  const lines = removeSourceLine(content).split('\n');
  return lines
    .map((line) => {
      const mark = FENCE.exec(line)?.[1];
      if (fence !== undefined) {
        if (mark?.startsWith(fence)) fence = undefined;
        return line;
      }
      if (mark === undefined) return unwrapLinks(line);
      fence = mark;
      return line;
    })
    .join('\n');
}

/** Replaces links and images with their texts, starting with the innermost one, because a link can contain an image. */
function unwrapLinks(line: string): string {
  if (!line.includes(']')) return line;
  const unwrap = (text: string) =>
    text.replaceAll(CODE_OR_LINK, (match, ticks: string | undefined, label = '') => (ticks ? match : label));
  return unwrap(unwrap(line)).replace(DEFINITION, '$1');
}

/** Returns the hash of the fields of an item that are sent, without URLs, as 16 hexadecimal digits. */
export function computeTextFingerprint(item: { title: string; content: string; public: boolean }): string {
  return hashParts([item.title, removeAddresses(item.content), item.public], 16);
}
