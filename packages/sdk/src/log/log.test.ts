import { getErrorCode } from '@context-sync/core/recovery';
import { describe, expect, it } from 'vitest';
import { sampleLog } from '../testing/sample-log.fixture.ts';
import { BodyCollector, isTextual, MAX_BODY_BYTES } from './body-collector.ts';
import { createLogWriter, selectSpecifiedFields } from './log-writer.ts';

describe('error codes', () => {
  it.each([
    [{ error: { code: 'a', message: 'b' } }, 'a'],
    [{ code: 7 }, '7'],
    [{ error: 'invalid_grant', error_description: 'x' }, 'invalid_grant'],
    [{ errors: [{ code: 'first' }, { code: 'second' }] }, 'first'],
    [{ type: 'https://example.com/problems/weight', title: 'x' }, 'https://example.com/problems/weight'],
    [{ type: 'about:blank' }, undefined],
    [{ error: { code: 'x'.repeat(200) } }, undefined],
    ['code', undefined],
    [null, undefined],
  ])('the body %j has the error code %s', (body, code) => {
    expect(getErrorCode(body)).toBe(code);
  });
});

describe('collecting a body', () => {
  it('body chunks of text and bytes are joined, even if a chunk ends within a character', () => {
    const collector = new BodyCollector('text/plain');
    const bytes = Buffer.from('ü');
    for (const part of ['a', bytes.subarray(0, 1), bytes.subarray(1), 'z']) collector.add(part);
    expect(collector.finish()).toEqual({ text: 'aüz', isJson: false, truncated: false });
  });

  it.each(['x', 'ü', '😀'])('a captured body contains at most 64 KiB of %s', (character) => {
    for (const make of [(text: string) => text, (text: string) => Buffer.from(text)]) {
      const collector = new BodyCollector('application/json');
      collector.add(make(character.repeat(100_000)));
      const body = collector.finish();
      expect(Buffer.byteLength(body?.text ?? '')).toBeLessThanOrEqual(MAX_BODY_BYTES);
      expect(body?.text).not.toContain('\uFFFD');
      expect(body).toMatchObject({ truncated: true, isJson: false });
    }
  });

  it.each([
    ['application/json', undefined, true],
    ['application/problem+json; charset=utf-8', undefined, true],
    ['text/html', undefined, true],
    ['application/json', 'gzip', false],
    ['application/json; charset=iso-8859-1', undefined, false],
    ['image/png', undefined, false],
    ['multipart/form-data; boundary=x', undefined, false],
    [undefined, undefined, false],
  ])('isTextual for the Content-Type %s and the Content-Encoding %s returns %s', (type, encoding, expected) => {
    expect(isTextual(type, encoding)).toBe(expected);
  });
});

describe('writing a log', () => {
  const write = createLogWriter(['ssn'], 'test');
  const body = (text: string, isJson = true) => ({ text, isJson, truncated: false });

  it('a log for a service without extensions contains only the specified fields', () => {
    const errorCode = '","status":500,"';
    const parsedLog = JSON.parse(selectSpecifiedFields(write(sampleLog({ errorCode }))));
    expect(parsedLog).toEqual({
      status: 200,
      method: 'GET',
      url: 'https://api.example.com/pets/1',
      groupEmail: 'ann@example.com',
      timestamp: '2026-03-01T00:00:00.000Z',
      request: null,
      response: null,
    });
  });

  it('secrets in URLs, headers, user agents, codes and bodies of logs are redacted', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const log = sampleLog({
      url: `https://api.example.com/pets?access_token=${secret}`,
      userAgent: `agent ${secret}`,
      errorCode: secret,
      route: `/${secret}`,
      method: secret,
      traceId: secret,
      requestHeaders: { 'x-api-key': secret, accept: '*/*' },
      requestBody: body(`{\n"ssn":"123-45-6789","a":[{"name":"password","value":"hunter2hunter2"}]}`),
      responseBody: body(`token=${secret}&a=1`, false),
    });
    const line = write(log);
    expect(line).not.toContain(secret);
    expect(line).not.toContain('123-45-6789');
    expect(line).not.toContain('hunter2');
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({
      route: '/[redacted]',
      durationMs: 1.235,
      environment: 'test',
      request: { headers: { accept: '*/*', 'x-api-key': '[redacted]' }, body: { ssn: '[redacted]' } },
    });
  });

  it('numbers of a redacted body keep their digits', () => {
    const numbers = '"id":98765432109876543210,"price":1.10,"big":1e400,"zero":-0';
    const line = write(sampleLog({ requestBody: body(`{${numbers}, "password":"hunter2"}`) }));
    expect(line).toContain(`"body":{${numbers}, "password":"[redacted]"}`);
  });

  it.each([
    ['"text"', 'text'],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":"x\\ny"}', { a: 'x\ny' }],
    ['{"a":', '{"a":'],
    [`${'['.repeat(64)}${']'.repeat(64)}`, '[redacted]'],
    ['{\n"a":1}', { a: 1 }],
    ['{\r"a":1}', { a: 1 }],
    ['{\r\n"a":1\n}', { a: 1 }],
  ])('a log contains the body %j as JSON on one line', (text, expected) => {
    const line = write(sampleLog({ requestBody: body(text) }));
    expect(line).not.toMatch(/[\r\n]/);
    expect(JSON.parse(line).request.body).toEqual(expected);
  });
});
