import { expect, it } from 'vitest';
import { isExtendable } from './extend-response.ts';

function isExtendableWith(name: string, signatureHeaders?: ReadonlySet<string>): boolean {
  const headers = new Map([
    ['content-type', 'application/json'],
    [name, 'value'],
  ]);
  const head = {
    get: (each: string) => headers.get(each),
    names: () => [...headers.keys()],
    set: () => undefined,
    remove: () => undefined,
  };
  return isExtendable(head, signatureHeaders);
}

it.each([
  'signature',
  'x-signature',
  'x-hub-signature-256',
  'stripe-signature',
  'x-sig',
  'content-md5',
  'repr-digest',
  'x-jws',
  'x-body-mac',
  'x-hmac-sha512',
  'x-hub-sha256',
  'x-content-sha-256',
  'x-amz-content-sha256',
  'x-amz-checksum-crc32c',
  'x-ms-content-crc64',
  'x-goog-hash',
  'x-payload-hash',
  'integrity',
])('a body with the header %s does not change, because the header may authenticate it', (name) => {
  expect(isExtendableWith(name)).toBe(false);
});

it.each(['x-request-id', 'x-machine', 'x-shard', 'x-hashtag', 'x-significant', 'x-content-type-options'])(
  'a body with the header %s can be extended',
  (name) => {
    expect(isExtendableWith(name)).toBe(true);
  },
);

it('a body with a header that the application names as a signature does not change', () => {
  expect(isExtendableWith('x-machine', new Set(['x-machine']))).toBe(false);
});
