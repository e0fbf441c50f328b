import { spawnSync } from 'node:child_process';

/**
 * Installs a Debian package, if the tests run as root.
 * @param purpose purpose of the package, for the error message
 * @throws Error that states how to install the package
 */
export function installDebianPackage(name: string, purpose: string): void {
  if (process.getuid?.() !== 0) throw new Error(`the tests need ${purpose}: install ${name}`);
  // With a lock timeout, concurrent test files wait for each other's installation.
  const lock = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Options::=--force-confold'];
  runAptGet(name, ['update', ...lock]);
  runAptGet(name, ['install', '--yes', '--no-install-recommends', ...lock, name]);
}

/**
 * Installs the Debian package of a program that is not on PATH.
 * @throws Error that states how to install the package
 */
export function requireProgram(program: string, debianPackage: string): void {
  const isInstalled = () => spawnSync(program, ['-h'], { stdio: 'ignore' }).error === undefined;
  if (isInstalled()) return;
  installDebianPackage(debianPackage, `the program ${program} on PATH`);
  if (!isInstalled()) throw new Error(`${debianPackage} is installed, and there is no ${program} on PATH`);
}

function runAptGet(name: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed; install ${name} by hand: ${stderr}`);
}
