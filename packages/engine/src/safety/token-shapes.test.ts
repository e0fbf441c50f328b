import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { findTokens } from './token-shapes.ts';

// The tokens are assembled here, because this repository must not contain likely credentials.
const SERVICE = `csk_${'Jb3vQ9xZ_4mTk7Lw-2RfYc8HsNd1PgUa5EoXi6VtBqM'}`;
const GOOGLE = `AIza${'SyB7k2Qf9-XmT4vLw_8RcYp1HsNd3GuZa5E'}`;
const PYPI = `pypi-${'AgEIcHlwaS5vcmc'}${'CJDQ4NzZkYWJiLTg1ZjktNGM0Yi1hMmI3LTU5ZTJkMjBhYzE2YgACKlszLCJl'}`;
const AWS_ID = `AKIA${'Z7QK3MWXTB5RJ2VN'}`;
const AWS_SECRET = 'h7Kq/Zt2+Vb9Lm4XcRw8Ns1YpGd6JfUa3EoQi5Tx';

function jwt(payload: object, header: object = { alg: 'HS256', typ: 'JWT' }): string {
  const [first, second] = [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = createHmac('sha256', 'secret').update(`${first}.${second}`).digest('base64url');
  return `${first}.${second}.${signature}`;
}

describe('findTokens', () => {
  it.each([
    ['Context Sync service key', SERVICE, `Authorization: Bearer ${SERVICE}`, true],
    ['Context Sync service key', SERVICE, `https://api.example.com/?key=${SERVICE}&x=1`, true],
    ['Context Sync service key', SERVICE, `"${SERVICE}".`, true],
    ['Google API key', GOOGLE, `const key = '${GOOGLE}';`, true],
    ['PyPI token', PYPI, `password = ${PYPI}`, true],
    ['JSON Web Token', jwt({ sub: 'u-1', role: 'admin' }), `token: ${jwt({ sub: 'u-1', role: 'admin' })}`, false],
    ['aws credential', AWS_SECRET, `${AWS_ID},${AWS_SECRET}`, true],
    ['aws credential', AWS_SECRET, `| Id | Secret |\n| --- | --- |\n| ${AWS_ID} | ${AWS_SECRET} |`, true],
    [
      'aws credential',
      AWS_SECRET,
      JSON.stringify({ AccessKey: { SecretAccessKey: AWS_SECRET, AccessKeyId: AWS_ID } }, null, 4),
      true,
    ],
  ])('findTokens returns the kind and the position of a token: %s', (looksLike, token, text, sure) => {
    const page = `# Page\n\n${text}\n`;
    const start = page.indexOf(token);
    expect(findTokens(page)).toEqual([{ looksLike, start, end: start + token.length, sure }]);
  });
});

describe('text without real tokens', () => {
  it.each([
    ['a placeholder of a service key', `csk_${'x'.repeat(43)}`],
    ['a truncated service key', `${SERVICE.slice(0, 20)}…`],
    ['a service key in a longer name', `my_${SERVICE}_x`],
    ['a placeholder of a Google key', `AIza${'0'.repeat(35)}`],
    ['a Google key that is marked as an example', `AIzaSyEXAMPLE-${GOOGLE.slice(14)}`],
    ['a placeholder of a PyPI token', `pypi-AgEIcHlwaS5vcmc${'x'.repeat(60)}`],
    ['the sample token of jwt.io', jwt({ sub: '1234567890', name: 'John Doe', admin: true, iat: 1516239022 })],
    ['the example token of RFC 7519', jwt({ iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true })],
    ['three parts that are not JSON', 'eyJhbGciOi.eyJzdWIiOi.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c'],
    ['an AWS ID without a secret', `aws_access_key_id = ${AWS_ID}`],
    ['the example credentials of AWS', 'AKIAIOSFODNN7EXAMPLE\nwJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    ['an AWS id and the hash of a commit', `${AWS_ID} since 29b008d3f1c9aa0e29b008d3f1c9aa0e29b008d3`],
    ['base64 far from an AWS id', `${AWS_ID}${'. A sentence of thirty letters'.repeat(11)}\n${AWS_SECRET}`],
  ])('findTokens ignores text without a real token: %s', (_name, text) => {
    expect(findTokens(`# Page\n\n${text}\n`)).toEqual([]);
  });
});

it('findTokens searches a megabyte without tokens in less than five seconds of CPU time', () => {
  const text = `${'eyJ'.repeat(1_000)} ${'A'.repeat(10_000)} ${'AKIA'.repeat(2_000)} csk_${'-'.repeat(10_000)} `.repeat(
    40,
  );
  const before = process.cpuUsage().user;
  expect(findTokens(text)).toEqual([]);
  expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5);
});
