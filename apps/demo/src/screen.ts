import { styleText } from 'node:util';

/** How the demo speaks. `styleText` leaves colours out where the output is no terminal. */
export const screen = {
  blank: () => process.stdout.write('\n'),
  title: (text: string) => line(styleText('bold', text)),
  chapter: (text: string) => process.stdout.write(`\n${styleText(['bold', 'cyan'], text)}\n`),
  tell: (text: string) => line(`  ${text}`),
  quiet: (text: string) => line(styleText('dim', `  ${text}`)),
  good: (text: string) => line(`  ${styleText('green', '✓')} ${text}`),
  bad: (text: string) => line(`  ${styleText('red', '✗')} ${text}`),
};

function line(text: string): void {
  process.stdout.write(`${text}\n`);
}
