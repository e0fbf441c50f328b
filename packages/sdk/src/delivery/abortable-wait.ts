import { unrefTimer } from './unref-timer.ts';

/** Resolves after a delay, or as soon as the signal is aborted. The timer does not keep the process alive. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(finishWait, ms);
    unrefTimer(timer);
    signal.addEventListener('abort', finishWait, { once: true });
    function finishWait() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finishWait);
      resolve();
    }
  });
}
