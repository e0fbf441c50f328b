import type { WriteStream } from 'node:tty';
import { toVisibleText } from '@context-sync/engine/report/text/visible-text';
import { createStyle, STYLE_SEQUENCE, type Style } from './style.ts';

/** The output of a command: results go to standard output, and messages and progress to standard error. */
export interface CommandTerminal {
  /** Colors for results. Without a terminal, they change nothing. */
  readonly style: Style;
  /** Colors for messages. */
  readonly messageStyle: Style;
  /** Writes a human-readable result. Control characters of untrusted texts become visible, so that a document cannot control the terminal. */
  print(text: string): void;
  /** Writes a machine-readable result unchanged. */
  write(text: string): void;
  /** Writes a message. */
  log(text: string): void;
  /** Replaces the current line of the progress. Does nothing without a terminal. */
  progress(text: string): void;
}

type OutputStream = Pick<WriteStream, 'write' | 'on'> & { readonly isTTY?: boolean };

/** Returns whether to use colors: on a terminal, unless NO_COLOR is set or the terminal has none. */
export function hasColors({ isTTY }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0') return true;
  return isTTY === true && env.TERM !== 'dumb';
}

/** Creates the terminal of a process. */
export function createTerminal(output: OutputStream, errors: OutputStream, env: NodeJS.ProcessEnv): CommandTerminal {
  // A reader such as `head` closes the output early, which is not an error.
  for (const stream of [output, errors]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      throw error;
    });
  }
  const style = createStyle(hasColors(output, env));
  const messageStyle = createStyle(hasColors(errors, env));
  const [makeSafe, makeSafeMessage] = [createSafeText(style), createSafeText(messageStyle)];
  let hasProgress = false;
  const clearProgress = () => {
    if (hasProgress) errors.write('\r\u001b[K');
    hasProgress = false;
  };
  return {
    style,
    messageStyle,
    print: (text) => {
      clearProgress();
      output.write(`${makeSafe(text)}\n`);
    },
    write: (text) => {
      clearProgress();
      output.write(text);
    },
    log: (text) => {
      clearProgress();
      errors.write(`${makeSafeMessage(text)}\n`);
    },
    progress: (text) => {
      if (errors.isTTY !== true || env.CI !== undefined) return;
      clearProgress();
      errors.write(makeSafeMessage(text));
      hasProgress = true;
    },
  };
}

/** Makes control characters visible except line breaks, tabs and the colors of the style. */
function createSafeText({ isColored }: Style): (text: string) => string {
  if (!isColored) return toVisibleText;
  return (text) =>
    text
      .split(STYLE_SEQUENCE)
      .map((part) => (STYLE_SEQUENCE.test(part) ? part : toVisibleText(part)))
      .join('');
}
