/** Longest front matter that is looked for, in lines. */
const LIMIT = 200;

/** Lines of front matter that the text begins with, both marks included: static site generators put it before other formats as well. */
export function frontMatterLines(lines: readonly string[]): number {
  if (lines[0]?.trimEnd() !== '---') return 0;
  for (let at = 1; at < Math.min(lines.length, LIMIT); at += 1) {
    if (lines[at]?.trimEnd() === '---') return at + 1;
  }
  return 0;
}

/** The title that front matter gives, if it stands on one line. */
export function titleOfFrontMatter(lines: readonly string[]): string | undefined {
  for (const line of lines.slice(0, frontMatterLines(lines))) {
    const value = /^title:[ \t]+(\S.*)$/.exec(line.slice(0, 500))?.[1]?.trimEnd();
    if (value === undefined) continue;
    const quote = value[0];
    return (quote === '"' || quote === "'") && value.length > 1 && value.endsWith(quote) ? value.slice(1, -1) : value;
  }
  return undefined;
}
