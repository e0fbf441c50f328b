import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { listAddressForms } from './address-forms.ts';
import { ADDRESS_SQL, computeAddressDigest, DIGEST_SQL } from './sqlite-addresses.ts';

const ADDRESSES = [
  'a',
  'ann@example.com',
  ' ANN@Example.com ',
  'Zoë.ÅNGSTRÖM@example.com',
  '😀@example.com',
  '😀'.repeat(20),
  'x'.repeat(320),
  'a b',
  'İSTANBUL@example.org',
  '',
];

it('the service and SQLite compute the same digest of an email address', () => {
  const database = new DatabaseSync(':memory:');
  const statement = database.prepare(
    `SELECT ${DIGEST_SQL} AS digest, ${ADDRESS_SQL} AS form FROM (SELECT ? AS group_email)`,
  );
  for (const address of ADDRESSES) {
    const { digest, form } = statement.get(address) ?? {};
    const forms = listAddressForms(address);
    expect(forms, address).toContain(form);
    expect(forms.map(computeAddressDigest), address).toContain(digest);
  }
  database.close();
});

it('few email addresses share a digest', () => {
  const digests = Array.from({ length: 20_000 }, (_, number) => computeAddressDigest(`user${number}@example.com`));
  expect(new Set(digests).size).toBeGreaterThan(19_900);
});
