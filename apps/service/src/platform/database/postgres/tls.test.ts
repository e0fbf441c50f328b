import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { checkDatabases } from '../behavior/database.fixture.ts';
import { findUnprivilegedUser, type PostgresServer, startPostgres } from './server.fixture.ts';

let folder: string;
let server: PostgresServer;
let url: string;

function createCertificate(name: string): void {
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.pem`)],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'context-sync-tls-'));
  chmodSync(folder, 0o755);
  for (const name of ['server', 'other']) createCertificate(name);
  const key = join(folder, 'server.key');
  const { uid, gid } = findUnprivilegedUser() ?? {};
  if (uid !== undefined && gid !== undefined) chownSync(key, uid, gid);
  chmodSync(key, 0o600);
  server = await startPostgres(['ssl=on', `ssl_cert_file=${join(folder, 'server.pem')}`, `ssl_key_file=${key}`]);
  url = (await server.database()).replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const withCertificate = (name: string) => `${url}?sslmode=verify-full&sslrootcert=${join(folder, name)}`;

it('with sslmode=verify-full, the store accepts a server whose certificate is signed by the file in sslrootcert, and encrypts the connection', async () => {
  const store = await openPostgresStore(withCertificate('server.pem'));
  await checkDatabases(store);
  await store.close();
});

it.each([
  ['without a file in sslrootcert', () => `${url}?sslmode=verify-full`, 'Add sslrootcert=/path/to/ca.pem'],
  ['with another certificate in sslrootcert', () => withCertificate('other.pem'), 'Add sslrootcert=/path/to/ca.pem'],
  [
    'under a name that the certificate does not contain',
    () => withCertificate('server.pem').replace('localhost', '127.0.0.1'),
    'Connect to a host name that the certificate of the server contains',
  ],
])('with sslmode=verify-full, the store rejects a server %s', async (_name, getUrl, fix) => {
  await expect(openPostgresStore(getUrl())).rejects.toThrow(fix);
});

it('with sslmode=verify-full, the store rejects a server without TLS', async () => {
  const plain = await startPostgres();
  try {
    const plainUrl = (await plain.database()).replace('127.0.0.1', 'localhost');
    await expect(openPostgresStore(`${plainUrl}?sslmode=verify-full`)).rejects.toThrow(
      'does not support SSL connections. Set ssl=on',
    );
  } finally {
    await plain.stop();
  }
});

it('the error for a file in sslrootcert that is not a certificate contains the path of the file', async () => {
  writeFileSync(join(folder, 'empty.pem'), '');
  await expect(openPostgresStore(withCertificate('empty.pem'))).rejects.toThrow('Add sslrootcert');
});
