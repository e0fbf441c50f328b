import { existsSync } from 'node:fs';
import { installDebianPackage } from '../../../testing/debian-package.fixture.ts';

const PACKAGE = 'libfaketime';
const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (architecture) => `/usr/lib/${architecture}/faketime/libfaketime.so.1`,
);

/**
 * Returns the environment of a process whose system clock is wrong. Installs libfaketime if possible.
 * @param offset such as `+400d`
 * @throws Error that states how to install libfaketime
 */
export function createFakeClock(offset: string): Record<string, string> {
  if (!LIBRARIES.some(existsSync)) installDebianPackage(PACKAGE, 'a wrong clock');
  const library = LIBRARIES.find(existsSync);
  if (library === undefined) throw new Error(`${PACKAGE} is installed, but none of ${LIBRARIES.join(', ')} exists`);
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
