// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const CONTROL_SEQUENCE = /\u001b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** The text that a terminal shows at last: without colours, and of a line that was written over, such as a progress bar, only the last state. */
export function terminalText(text: string): string {
  const lines = text.toWellFormed().replaceAll('\r\n', '\n').replaceAll(CONTROL_SEQUENCE, '').split('\n');
  return lines
    .map((line) => lastState(line).replaceAll(CONTROL, '').trimEnd())
    .join('\n')
    .trimEnd();
}

function lastState(line: string): string {
  if (!line.includes('\r')) return line;
  return (
    line
      .split('\r')
      .filter((state) => state.trim() !== '')
      .at(-1) ?? ''
  );
}
