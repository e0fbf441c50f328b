const LINES_LIMIT = 500;
const TITLE = /^title:[ \t]+(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"'][^#]{0,500}))/;

/** Front matter, which site generators put before a document: where the text begins, and the title it gives. */
export function frontMatter(lines: readonly string[]): { end: number; title: string | undefined } {
  const none = { end: 0, title: undefined };
  if (lines[0]?.trimEnd() !== '---') return none;
  let title: string | undefined;
  for (let at = 1; at < Math.min(lines.length, LINES_LIMIT); at += 1) {
    const line = lines[at]?.trimEnd() ?? '';
    if (line === '---') return { end: at + 1, title: title?.trim() };
    const match = TITLE.exec(line);
    title ??= match?.[1] ?? match?.[2] ?? match?.[3];
    // Data is names, lists and comments; a thematic break has text below it.
    if (!/^(?:\s|$|#|- |[\w.-]{1,100}\s*:)/.test(line)) return none;
  }
  return none;
}
