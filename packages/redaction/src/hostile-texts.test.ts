import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { createRedact } from './redact-record.fixture.ts';

const MIB = selectByTier(16_384, 1_048_576);
/** Time limit in milliseconds. Redaction needs far less on a busy machine, and a quadratic search of one MiB needs far more. */
const TIMEOUT_MS = 600_000;

const redact = createRedact();

function store(request: unknown): string {
  const { request: clean } = redact({
    status: 200,
    method: 'GET',
    url: '/',
    groupEmail: null,
    timestamp: '2026-03-01T10:00:00.000Z',
    request,
    response: null,
  });
  return String(clean);
}

const fill = (unit: string, size: number) => unit.repeat(Math.ceil(size / unit.length));

/** Starts of constructs that a search could repeatedly follow to the end of a text. */
const UNITS = [
  ...['a', '-', '.', '_', ' ', '\n', '\\', '"', "'", '=', ':', '<', '>', ';', '[', '{', '😀', '%5B', '+', '/'],
  ...['a=', 'key=', 'pin=', 'pin="', "pin='", 'code=1234;', 'code=1234&', 'password=,a', ';a=', 'a=b&', 'user[', '=>'],
  ...[
    '"key":',
    '"key":"token",',
    '"value":"x",',
    '{"pin":',
    '{"a":',
    '"tokens":[1,',
    '"a":"\\"',
    '\\"pin\\":\\"',
    'pin="\\"',
  ],
  ...[
    '<pin>',
    '<token>',
    '<token a="',
    '<key>token',
    '<key>token</key>',
    '</',
    '<![CDATA[',
    'name="token" ',
    '<a:token>',
  ],
  ...['form-data; name="pin"', 'form-data; name="pin"\r\n', 'Content-Disposition: form-data; name="code"\r\n\r\n'],
  ...[
    'password:\n ',
    'token: |\n ',
    'tokens:\n1\n',
    '{password: ',
    '{a,token: ',
    '"pin": |\n',
    "token: ''",
    'password=a\\\n',
    '\nPASSWORD= ',
  ],
  ...[
    '%41',
    '%25',
    '%',
    'a=%41&',
    'YWJj',
    'YWJj/',
    'cGFzc3dvcmQ9aHVudGVyMg== ',
    '/a?b=%3Fc%3D',
    '&lt;',
    'password: a\n b\n',
  ],
  ...['pin:', '\npin:', 'pin: x\n', '- pin: ', '{"a":1}\n', '{"a":\n', '"""', 'pin:"""', '://', 'a://b', 'a://b:c'],
  ...['eyJ', '-eyJ', 'eyJaaaaaaaaaaa.', 'eyJ.', 'ghs_1_', 'ghs_1_a.', 'SG.a.', 'csk_', 'sk-', 'bearer ', 'basic aaaa '],
  ...[
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY',
    '-----BEGIN PRIVATE KEY-----',
    '-----END ',
    '://hooks.slack.com/services/',
  ],
];

/** Returns prefixes that change how a text is searched: as markup, and as text that is not a form. */
function getPrefixes(unit: string): string[] {
  if (unit.startsWith('<')) return ['<a>'];
  return unit.includes('=') ? ['{"a":'] : [];
}

describe('hostile texts', () => {
  it.each(UNITS)('hostile text is redacted in linear time: %j', { timeout: TIMEOUT_MS }, (unit) => {
    const text = fill(unit, MIB);
    for (const beginning of ['', ...getPrefixes(unit)]) {
      const clean = store(`${beginning}${text}\n\ncsk_${'0'.repeat(43)}`);
      expect(clean).not.toContain('0'.repeat(43));
    }
  });

  it.each([
    ['a word', fill('a', 8 * MIB)],
    ['a form', fill('a=b&', 8 * MIB)],
    ['a form with many secrets', fill('password=b&', 8 * MIB)],
    ['a token', `ghp_${fill('a', 8 * MIB)}`],
    ['truncated JSON', `{"a":[${fill('{"pin":"x"},', 8 * MIB)}`],
    ['lines', fill('x: y\n', 8 * MIB)],
    ['elements', fill('<a>b</a>', 8 * MIB)],
    ['digits under a secret name', `{"tokens":"${fill('1', 8 * MIB)}","password":"${fill('*', 8)}"`],
    [
      'escapes of rising depth',
      Array.from({ length: selectByTier(500, 4_000) }, (_, depth) => `pin=${'\\'.repeat(depth)}"`).join(''),
    ],
  ])(
    'hostile text of the maximum request size does not overflow the stack: %s',
    { timeout: TIMEOUT_MS },
    (_title, text) => {
      expect(store(`${text} password="S3cr3t-Value"`)).not.toContain('S3cr3t-Value');
    },
  );

  it('JSON that is nested too deeply to search is redacted completely', () => {
    expect(store(`{"password":"S3cr3t","a":${'['.repeat(MIB)}${']'.repeat(MIB)}}`)).toBe('[redacted]');
  });
});
