/** Comments that control formatters and checks. */
const TOOL_LINE =
  /^\s*(?:\/\/|<!--|#)\s*(?:@formatter:(?:on|off)|CHECKSTYLE:(?:ON|OFF)|end::|tag::)|^\s*@Suppress(?:Warnings)?\(.*\)\s*$/;

/**
 * Removes the lines of a sample that readers do not need, as Spring's `include-code` does: the license at the start, the package, comments for tools, and empty
 * lines at both ends.
 */
export function chompSample(lines: readonly string[]): readonly string[] {
  let start = skipEmpty(lines, 0);
  if (lines[start]?.startsWith('/*')) {
    const end = lines.findIndex((line, index) => index >= start && line.includes('*/'));
    const isLicense = /copyright|licen[sc]e/i.test(lines.slice(start, end + 1).join('\n'));
    if (end >= 0 && isLicense) start = skipEmpty(lines, end + 1);
  }
  if (/^package\s+[\w.]+;?\s*$/.test(lines[start] ?? '')) start = skipEmpty(lines, start + 1);
  const end = lines.findLastIndex((line) => line.trim() !== '') + 1;
  return lines.slice(start, end).filter((line) => !TOOL_LINE.test(line));
}

function skipEmpty(lines: readonly string[], from: number): number {
  let index = from;
  while (index < lines.length && lines[index]?.trim() === '') index += 1;
  return index;
}
