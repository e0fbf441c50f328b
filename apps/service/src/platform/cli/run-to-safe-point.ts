import type { Terminal } from './cli-terminal.ts';
import { InterruptedError } from './interruption.ts';

/** Time in milliseconds after which a command that has not reached a safe point reports that it is still running. */
const NOTICE_AFTER_MS = 1_000;

/**
 * Runs work that throws the reason of the signal at its next safe point after the signal is aborted.
 * @param describeState returns what has been done, and how to continue
 * @throws InterruptedError with this description
 */
export function runToSafePoint<T>(
  { interruption, error: printError }: Terminal,
  describeState: () => string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return interruption.defer(async (signal) => {
    let timer: NodeJS.Timeout | undefined;
    const startTimer = () => {
      timer = setTimeout(() => {
        printError(
          'The command ends at its next safe point. To end it immediately, press Ctrl-C or send the signal again.',
        );
      }, NOTICE_AFTER_MS);
    };
    signal.addEventListener('abort', startTimer, { once: true });
    try {
      return await work(signal);
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error;
      throw new InterruptedError(`Interrupted by ${interruption.received}: ${describeState()}`);
    } finally {
      signal.removeEventListener('abort', startTimer);
      clearTimeout(timer);
    }
  });
}
