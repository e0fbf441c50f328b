/** Lets the process end while a timer is active. */
export function unrefTimer(timer: ReturnType<typeof setTimeout>): void {
  // Only the timers of Node are objects, and only they keep a process alive.
  if (typeof timer === 'object') timer.unref();
}
