import { styleText } from 'node:util';

/** Prints to the terminal. `styleText` omits colors if the output is not a terminal. */
export const screen = {
  blank: () => process.stdout.write('\n'),
  title: (text: string) => printLine(styleText('bold', text)),
  chapter: (text: string) => process.stdout.write(`\n${styleText(['bold', 'cyan'], text)}\n`),
  line: (text: string) => printLine(`  ${text}`),
  quiet: (text: string) => printLine(styleText('dim', `  ${text}`)),
  good: (text: string) => printLine(`  ${styleText('green', '✓')} ${text}`),
  bad: (text: string) => printLine(`  ${styleText('red', '✗')} ${text}`),
};

/** Formats a share between 0 and 1 as a percentage. */
export function formatPercent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
