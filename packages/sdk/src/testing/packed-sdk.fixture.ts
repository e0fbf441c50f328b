import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SDK_FOLDER = join(import.meta.dirname, '../..');
/** The runtimes and type checkers that are installed outside of the workspace. */
const RUNTIMES = join(SDK_FOLDER, 'runtimes/node_modules');

/** Returns the path of a file in the packages of `runtimes/`. @throws Error if these packages are not installed */
export function findRuntimeFile(path: string): string {
  const file = join(RUNTIMES, path);
  if (existsSync(file)) return file;
  throw new Error(
    `Cannot find ${file}: install the runtimes with "npx --yes pnpm@12.21.0 install --frozen-lockfile --dir packages/sdk/runtimes".`,
  );
}

/** Runs npm without a network. */
function runNpm(folder: string, ...args: readonly string[]): void {
  execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
}

export interface PackedSdk {
  /** A folder with nothing but the installed SDK. */
  readonly folder: string;
  readonly tarball: string;
  readonly remove: () => void;
}

/** Packs the SDK as it is published, and installs it into an empty folder. */
export function installPackedSdk(): PackedSdk {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-pack-'));
  runNpm(SDK_FOLDER, 'pack', '--pack-destination', folder);
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{"name":"app","private":true}');
  runNpm(folder, 'install', `./${name}`);
  return { folder, tarball: join(folder, name), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
