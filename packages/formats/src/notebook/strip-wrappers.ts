/** Tags that lay out the text of a cell, including tags of Hugging Face's documentation. */
const WRAPPER_PATTERN = /<\/?(?:hfoptions?|div|span|center|font|section|p|small|big)\b[^<>\n]{0,500}>/gi;
const OPTION_PATTERN = /<hfoption\s+id="([^"\n]{1,200})"\s*>/gi;
const IMAGE_PATTERN = /<img\b[^<>\n]{0,1000}>/gi;
const FENCE_PATTERN = /^\s*(`{3,}|~{3,})/;
const INLINE_CODE = /(`+)[^`\n]*\1/g;
/** Maximum length of a line that is processed. Longer lines are left unchanged. */
const MAX_LINE_LENGTH = 5_000;

/** Removes tags that only lay out text, and converts HTML images to Markdown. Preserves the number of lines, and does not change code. */
export function stripWrappers(lines: readonly string[]): string[] {
  let fence = '';
  return lines.map((line) => {
    const fenceMark = FENCE_PATTERN.exec(line.slice(0, 500))?.[1];
    if (fence !== '') {
      if (fenceMark?.startsWith(fence) && line.trim() === fenceMark) fence = '';
      return line;
    }
    if (fenceMark !== undefined) fence = fenceMark;
    return fenceMark !== undefined || !line.includes('<') || line.length > MAX_LINE_LENGTH ? line : stripLine(line);
  });
}

function stripLine(line: string): string {
  let text = '';
  let copiedEnd = 0;
  for (const { index, 0: code } of line.matchAll(INLINE_CODE)) {
    text += stripText(line.slice(copiedEnd, index)) + code;
    copiedEnd = index + code.length;
  }
  return text + stripText(line.slice(copiedEnd));
}

function stripText(text: string): string {
  return text
    .replaceAll(OPTION_PATTERN, '**$1**')
    .replaceAll(IMAGE_PATTERN, toMarkdown)
    .replaceAll(WRAPPER_PATTERN, '');
}

function toMarkdown(tag: string): string {
  const getAttribute = (name: string) => new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag);
  const [, double, single] = getAttribute('src') ?? [];
  const source = double ?? single;
  if (source === undefined || /[\s()]/.test(source)) return tag;
  const alt = getAttribute('alt');
  return `![${(alt?.[1] ?? alt?.[2] ?? '').replaceAll(/[[\]]/g, '')}](${source})`;
}
