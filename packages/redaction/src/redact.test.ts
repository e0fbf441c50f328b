import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { NOT_PROMISED, PROMISED_SECRETS } from './promised-secrets.fixture.ts';
import { createRedact } from './redact-record.fixture.ts';

const SECRET = 'S3cr3t-Value';
const RECORD = {
  status: 200,
  method: 'GET',
  url: '/pets',
  groupEmail: null,
  timestamp: '2026-03-01T10:00:00.000Z',
  request: null,
  response: null,
};
const redact = createRedact(['X-Internal', 'ssn']);

describe('a value with a secret name', () => {
  it.each([
    'authorization',
    'Authorization',
    'PROXY-AUTHORIZATION',
    'cookie',
    'Set-Cookie',
    'x-api-key',
    'X-API-Key',
    'apikey',
    'api_key',
    'X-Goog-Api-Key',
    'Ocp-Apim-Subscription-Key',
    'x-auth-token',
    'X-Access-Token',
    'refresh_token',
    'accessToken',
    'X-CSRF-Token',
    'client_secret',
    'password',
    'X-Amz-Security-Token',
    'X-Amz-Signature',
    'x-internal',
    'X_Internal',
    'SSN',
  ])('a value named %s is redacted in every position', (name) => {
    const headers = [
      { [name]: SECRET },
      { [name]: [SECRET, SECRET] },
      { [name]: { value: SECRET } },
      [{ name, value: SECRET }],
      [{ key: name, value: SECRET }],
      [[name, SECRET]],
      ['Accept', '*/*', name, SECRET],
      `GET / HTTP/1.1\r\nAccept: */*\r\n${name}: ${SECRET}\r\n\r\n`,
      `a=1&${name}=${SECRET}`,
      JSON.stringify({ deep: [{ [name]: SECRET }] }),
      `https://api.example.com/?a=1&${name}=${SECRET}#x`,
    ];
    for (const each of headers) {
      const wholeRecord = {
        ...RECORD,
        url: `/pets?${name}=${SECRET}&b=2`,
        request: { headers: each },
        response: { a: [each] },
      };
      const clean = JSON.stringify(redact(wholeRecord));
      expect(clean).not.toContain(SECRET);
      expect(clean).toContain('[redacted]');
    }
  });

  it('a secret in a URL with credentials is redacted', () => {
    const { url } = redact({ ...RECORD, url: `https://ann:${SECRET}@api.example.com/a?b=c@d` });
    expect(url).toBe('https://[redacted]@api.example.com/a?b=c@d');
  });

  it.each([`Bearer ${SECRET}`, `Basic ${SECRET}`, `token ${SECRET}`])(
    'a secret in a header is also recognized by its scheme: %s',
    (value) => {
      expect(redact({ ...RECORD, request: { headers: { 'x-forwarded': value } } }).request).toEqual({
        headers: { 'x-forwarded': '[redacted]' },
      });
    },
  );

  it('a secret in JSON text that is nested too deeply to search is redacted', () => {
    const text = `{"password":"${SECRET}","deep":${'['.repeat(100)}${']'.repeat(100)}}`;
    expect(redact({ ...RECORD, response: { text } }).response).toEqual({ text: '[redacted]' });
  });
});

describe('text without secrets', () => {
  it('text without secrets stays unchanged', () => {
    const record = {
      ...RECORD,
      url: '/pets?tokens=3&author=Ann&q=a%20b&empty=#authors',
      request: {
        headers: { accept: '*/*', author: 'Ann', 'x-request-id': 'r-1', 'content-type': 'application/json' },
        body: '{"tokens" : 12,\n "keys":["a"], "cookieless": true, "note":"Basic authentication is off"}',
        list: ['accept', 'x', 1, null, true],
      },
      response: {
        text: 'Bearer tokens: see the docs.\nNote: use https',
        empty: { password: '', cookies: [], token: null },
      },
    };
    expect(redact(record)).toEqual(record);
  });
});

it.each([
  ['basic credentials of four characters in a sentence', 'sent Basic dTpw to it', 'sent Basic [redacted] to it'],
  ['a pin code with words before it', { user_pin_code: '4921' }, { user_pin_code: '[redacted]' }],
  [
    'a secret in JSON in a form, which stays a form',
    `payload=${encodeURIComponent('{"password":"x","b":"c&d"}')}&a=1`,
    `payload=${encodeURIComponent('{"password":"[redacted]","b":"c&d"}')}&a=1`,
  ],
])('redact redacts %s', (_name, request, redacted) => {
  expect(redact({ ...RECORD, request })).toEqual({ ...RECORD, request: redacted });
});

describe('a runtime without the global objects of Node', () => {
  it.each(['YW5uOmNvcnJlY3QtaG9yc2U=', 'YW5uOmNvcnJlY3QtaG9yc', 'w7w6w7w_'])(
    'redact recognizes the Basic credential %s without the global objects of Node',
    (value) => {
      vi.stubGlobal('Buffer', undefined);
      onTestFinished(() => void vi.unstubAllGlobals());
      const request = `Sent basic ${value} to it`;
      expect(redact({ ...RECORD, request }).request).toBe('Sent basic [redacted] to it');
    },
  );
});

describe('the documented redaction', () => {
  it.each(PROMISED_SECRETS)('the documented redaction covers: $title', ({ before, after }) => {
    const record = { ...RECORD, ...(isUrl(before) ? before : { request: before }) };
    expect(createRedact()(record)).toEqual({ ...RECORD, ...(isUrl(after) ? after : { request: after }) });
  });

  it('the documented redaction covers more than ninety shapes of requests', () => {
    expect(PROMISED_SECRETS.length).toBeGreaterThan(90);
  });

  it.each(Object.entries(NOT_PROMISED).flatMap(([line, examples]) => examples.map((example) => [line, example])))(
    'the documented redaction does not cover %s: %j',
    (_line, request) => {
      expect(createRedact()({ ...RECORD, request })).toEqual({ ...RECORD, request });
    },
  );

  it('the documentation lists what is not covered', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/service.md'), 'utf8');
    const [, list = ''] = /The following is not detected\.[^\n]*\n\n((?:- .*\n)+)/.exec(page) ?? [];
    const lines = list.trimEnd().split('\n');
    expect(lines.map((line) => Object.keys(NOT_PROMISED).find((start) => line.startsWith(`- ${start}`)))).toEqual(
      Object.keys(NOT_PROMISED),
    );
  });
});

function isUrl(value: unknown): value is { url: string } {
  return typeof value === 'object' && value !== null && 'url' in value;
}
