import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createJsonTexts } from './json-texts.fixture.ts';
import { createRedaction } from './redact.ts';
import { createSeeded } from './seeded.fixture.ts';

const redaction = createRedaction();
const TEXTS = selectByTier(400, 20_000);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('secrets in JSON', () => {
  it('redaction replaces only secrets: numbers keep their digits, and texts their white space, order and duplicates', () => {
    const createText = createJsonTexts(1);
    for (let count = 0; count < TEXTS; count += 1) {
      const { text, clean } = createText();
      expect(redaction.json(text, 0)).toBe(clean);
      expect(JSON.parse(redaction.json(text, 0) ?? '')).toEqual(JSON.parse(clean));
      expect(redaction.text(text)).toBe(clean);
    }
  });

  it.each([
    ['{"name":"password","value":["x", 1.0]}', '{"name":"password","value":"[redacted]"}'],
    ['{"value":{"a":"x"},"name":"password"}', '{"value":"[redacted]","name":"password"}'],
    ['{"name":"tokens","value":[12]}', '{"name":"tokens","value":[12]}'],
    ['{"tokens":{"prompt":12,"max":{"tokens":[1,2]}}}', '{"tokens":{"prompt":12,"max":{"tokens":[1,2]}}}'],
    ['{"tokens":{"prompt":12,"a":{"b":["x"]}}}', '{"tokens":"[redacted]"}'],
    ['{"password":{"a":null,"b":[true,""]}}', '{"password":{"a":null,"b":[true,""]}}'],
    ['[{"a":["x"]},{"tokens":[12]}]', '[{"a":["x"]},{"tokens":[12]}]'],
    ['{"pass\\u0077ord":["S3cr3t', '{"pass\\u0077ord":"[redacted]"'],
  ])('objects and lists of secrets are redacted as a whole: %s', (text, clean) => {
    expect(redaction.text(text)).toBe(clean);
  });

  it('redaction treats exactly those texts as JSON that JSON.parse accepts', () => {
    const createText = createJsonTexts(2);
    const { below, one } = createSeeded(2);
    const signs = [...'{}[]",:\\/ \n\tu0123456789abeE+-.tfn\u0001\u00a0é', '\\u', '\\u12', 'true', 'NaN', '01', "'"];
    let invalidCount = 0;
    for (let count = 0; count < TEXTS; count += 1) {
      const { text } = createText();
      const at = below(text.length + 1);
      const changed = text.slice(0, at) + one([...signs, '']) + text.slice(at + below(3));
      if (!isJson(changed)) invalidCount += 1;
      expect([changed, redaction.json(changed, 0) !== undefined]).toEqual([changed, isJson(changed)]);
    }
    expect(invalidCount).toBeGreaterThan(TEXTS / 4);
  });

  it('JSON truncated at any position contains no secret', () => {
    const createText = createJsonTexts(3);
    for (let count = 0; count < TEXTS / 20; count += 1) {
      const { text } = createText();
      for (let end = 0; end <= text.length; end += 1) {
        const redacted = redaction.text(text.slice(0, end));
        expect(redacted).not.toMatch(/S3cr3t|a\\"b\\\\|1234567890123/);
      }
    }
  });

  it.each([
    ['in the middle of the name', '{"id":1.10,"pass', '{"id":1.10,"pass'],
    ['after the quotation mark', '{"id":1.10,"password":"', '{"id":1.10,"password":"'],
    ['within the secret', '{"id":1.10,"password":"hun', '{"id":1.10,"password":"[redacted]'],
    ['within an escape sequence', '{"id":1.10,"password":"hun\\u00', '{"id":1.10,"password":"[redacted]'],
    ['after a name with an escape sequence', '{"pass\\u0077ord":"hun', '{"pass\\u0077ord":"[redacted]'],
    ['within JSON in a string', '{"a":"{\\"password\\":\\"hun', '{"a":"{\\"password\\":\\"[redacted]'],
    ['within a form in a string', '{"a":"b=1\\u0026password=hun', '{"a":"b=1\\u0026password=[redacted]'],
    ['within a list', '{"tokens":["a1","hun', '{"tokens":"[redacted]"'],
    ['within an encoded URL', '/a?next=%2Fcb%3Ftoken%3Dhunter2%2', '/a?next=%2Fcb%3Ftoken%3D%5Bredacted%5D'],
    ['within an encoded character', '/a?next=%2Fcb%3Ftoken%3Dhunter%C3', '/a?next=%2Fcb%3Ftoken%3D%5Bredacted%5D'],
  ])('a text truncated %s is redacted', (_position, text, clean) => {
    expect(redaction.text(text)).toBe(clean);
  });

  it('a string of several MiB does not overflow the stack', () => {
    const filler = 'x'.repeat(8_388_608);
    const digits = '9'.repeat(8_388_608);
    const text = `{"a":"${filler}","n":${digits},"e":"${'\\n'.repeat(1_000_000)}","password":"hunter2"}`;
    expect(redaction.json(text, 0)).toBe(text.replace('hunter2', '[redacted]'));
  });
});

describe('the cost of redaction', () => {
  const MIB = selectByTier(65_536, 1_048_576);
  const nest = (levels: number, encode: (text: string) => string) =>
    Array.from({ length: levels }).reduce<string>((text) => encode(text), 'password=hunter2');
  const escapeAgain = (text: string) => JSON.stringify({ a: text });
  const texts: [string, string][] = [
    ['percent signs', '%'.repeat(MIB)],
    ['percent signs of percent signs', `%${'25'.repeat(MIB / 2)}`],
    ['encoded characters', '%41'.repeat(MIB / 3)],
    ['encoded values', 'a=%41&'.repeat(MIB / 6)],
    ['nested JSON', nest(14, escapeAgain).padEnd(MIB, ' ')],
    ['nested percent-encoding', nest(40, encodeURIComponent).repeat(50).slice(0, MIB)],
    ['nested Base64', nest(25, (text) => Buffer.from(text).toString('base64'))],
    ['Base64 with encoded padding', 'YWJjZGVmZ2hpamtsbW5v%3D '.repeat(MIB / 24)],
    ['Base64 with slashes', 'YWJjZGVmZ2hp/'.repeat(MIB / 13)],
    ['deep JSON', '[{"a":'.repeat(MIB / 6)],
    ['deep JSON of secret names', `${'{"tokens":'.repeat(60)}[${'1,'.repeat(MIB / 2)}1]${'}'.repeat(60)}`],
    ['backslashes', `{"a":"${'\\\\'.repeat(MIB / 2)}"}`],
    ['escaped quotation marks', `{"a":"${'\\"'.repeat(MIB / 2)}`],
  ];

  it.each(texts)('the number of decoded characters is proportional to the length of a text of %s', (_name, text) => {
    let decodedChars = 0;
    const count =
      <Result>(decode: (encoded: string) => Result) =>
      (encoded: string) => {
        decodedChars += encoded.length;
        return decode(encoded);
      };
    onTestFinished(() => void vi.unstubAllGlobals());
    vi.stubGlobal('decodeURIComponent', count(decodeURIComponent));
    vi.stubGlobal('atob', count(atob));
    vi.stubGlobal('JSON', { stringify: JSON.stringify, parse: count(JSON.parse) });
    redaction.text(text);
    expect(decodedChars).toBeLessThan(24 * text.length);
  });
});
