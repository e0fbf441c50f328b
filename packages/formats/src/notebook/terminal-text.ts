// biome-ignore lint/suspicious/noControlCharactersInRegex: this code removes them
const CONTROL_SEQUENCE = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: this code removes them
const CONTROL_PATTERN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Returns the text that a terminal displays after all output. Removes colors, and keeps only the last state of overwritten lines such as progress
 * bars.
 */
export function renderTerminalText(text: string): string {
  const lines = text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(CONTROL_SEQUENCE, '').split('\n');
  return lines
    .map((line) => renderLine(line).replaceAll(CONTROL_PATTERN, '').trimEnd())
    .join('\n')
    .trimEnd();
}

function renderLine(line: string): string {
  if (!line.includes('\r')) return line;
  return (
    line
      .split('\r')
      .filter((state) => state.trim() !== '')
      .at(-1) ?? ''
  );
}
