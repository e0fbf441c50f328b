import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const INSTALLED = '/usr/lib/postgresql';
const PACKAGE = 'postgresql-15';
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf';

/**
 * Returns the folder of the PostgreSQL server programs. Installs the programs if possible.
 * @throws Error that states how to install PostgreSQL
 */
export function postgresBinaries(): string {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0) {
    throw new Error(
      `the tests need PostgreSQL's server programs (initdb, postgres) on PATH or below ${INSTALLED}: install ${PACKAGE}`,
    );
  }
  // The Debian package starts its own server by default.
  if (!existsSync(CLUSTER_SETTINGS)) {
    mkdirSync(join(CLUSTER_SETTINGS, '..'), { recursive: true });
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
  }
  // With a lock timeout, concurrent test files wait for one another.
  const lock = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Options::=--force-confold'];
  apt(['update', ...lock]);
  apt(['install', '--yes', '--no-install-recommends', ...lock, PACKAGE]);
  const installed = find();
  if (!installed) throw new Error(`${PACKAGE} is installed, and there is no initdb on PATH or below ${INSTALLED}`);
  return installed;
}

function find(): string | undefined {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(INSTALLED, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

function apt(args: readonly string[]): void {
  const { status, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) throw new Error(`apt-get ${args[0]} failed; install ${PACKAGE} by hand: ${stderr}`);
}
