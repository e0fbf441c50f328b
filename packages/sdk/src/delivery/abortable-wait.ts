/** Resolves after a delay that does not keep the process alive, or as soon as the signal is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(finishWait, ms);
    // Only Node's timers keep a process alive.
    if (typeof timer === 'object') timer.unref();
    signal.addEventListener('abort', finishWait, { once: true });
    function finishWait() {
      clearTimeout(timer);
      signal.removeEventListener('abort', finishWait);
      resolve();
    }
  });
}
