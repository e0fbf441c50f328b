import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRedact } from './redact-record.fixture.ts';
import { SAMPLE_SECRETS } from './sample-secrets.fixture.ts';

/** A documented way of sending a secret to an API or framework, with `{{secret}}` as placeholder. */
interface Shape {
  readonly api: string;
  readonly place: 'header' | 'query' | 'form' | 'json' | 'json-truncated' | 'xml' | 'multipart' | 'graphql' | 'text';
  /** A key of `SAMPLE_SECRETS`. */
  readonly secret: string;
  readonly text: string;
}

const SHAPES: readonly Shape[] = readFileSync(join(import.meta.dirname, 'fixtures/documented-secrets.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/** Documented ways of sending a secret that no rule detects by name, format or pattern. docs/reference/service.md lists them. */
const NOT_FOUND: readonly string[] = [
  'HashiCorp Vault (json): {"key":"{{secret}}"}',
  'HashiCorp Vault (json): {"keys":["{{secret}}"],"root_token":""}',
  'Azure Storage (json): {"keys":[{"keyName":"key1","value":"{{secret}}","permissions',
  'Vercel (header): x-vercel-protection-bypass: {{secret}}',
  'Stripe (form): card[number]={{secret}}&card[exp_month]=8',
  'WordPress XML-RPC (xml): <?xml version="1.0"?><methodCall><methodName>wp.getPosts</me',
  'Elasticsearch (json): {"id":"VuaCfGcBCdbkQm-e5aOx","name":"my-api-key","encoded":"',
  'Bitcoin Core JSON-RPC (json): {"jsonrpc":"1.0","id":"curltest","method":"walletpassphrase"',
  'Honeycomb (header): X-Honeycomb-Team: {{secret}}',
  'OpenWeather (query): /data/2.5/weather?q=London&appid={{secret}}',
];

const redact = createRedact();

/** Returns the text in each part of a log in which the secret can occur: for a header, a property, a pair or a line; for JSON, parsed or as text. */
function getParts({ place }: Shape, text: string): unknown[] {
  if (place === 'header') {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(text) ?? [];
    return [
      { headers: { [name]: value } },
      { headers: { [name]: [value] } },
      { headers: [{ name, value }] },
      { rawHeaders: ['Accept', '*/*', name, value] },
      `GET / HTTP/1.1\r\nAccept: */*\r\n${text}\r\n\r\n`,
    ];
  }
  if (place === 'json')
    return [{ body: text }, { body: JSON.parse(text) }, { body: `\uFEFF${text}` }, { body: text.slice(0, -1) }];
  return [{ body: text }];
}

/** Returns whether part of a secret remains: eight consecutive characters, or the whole secret if it is shorter. */
function holdsAny(clean: string, secret: string): boolean {
  const length = Math.min(8, secret.length);
  const windows = Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length));
  return windows.some((window) => clean.includes(window));
}

function isRedacted(shape: Shape): boolean {
  const secret = SAMPLE_SECRETS[shape.secret];
  if (secret === undefined) throw new Error(`No sample of the kind ${shape.secret}`);
  const text = shape.text.replaceAll('{{secret}}', () => secret);
  const logs = getParts(shape, text).map((part) => ({ url: '/', request: part }));
  if (shape.place === 'query') logs.push({ url: text, request: null });
  const record = {
    status: 200,
    method: 'GET',
    groupEmail: null,
    timestamp: '2026-03-01T10:00:00.000Z',
    response: null,
  };
  return logs.every((log) => !holdsAny(JSON.stringify(redact({ ...record, ...log })), secret));
}

const getTitle = ({ api, place, text }: Shape) => `${api} (${place}): ${text.slice(0, 60)}`;

describe('secrets in documented positions', () => {
  it('the samples contain secrets of many APIs in all kinds of positions', () => {
    expect(SHAPES.length).toBeGreaterThanOrEqual(150);
    expect(new Set(SHAPES.map(({ api }) => api)).size).toBeGreaterThanOrEqual(30);
    const places = ['form', 'graphql', 'header', 'json', 'json-truncated', 'multipart', 'query', 'text', 'xml'];
    expect([...new Set(SHAPES.map(({ place }) => place))].sort()).toEqual(places);
  });

  it('secrets in documented positions are redacted except for the listed ones, at most 10 %', () => {
    const left = SHAPES.filter((shape) => !isRedacted(shape)).map(getTitle);
    expect(left).toEqual(NOT_FOUND);
    expect(left.length / SHAPES.length).toBeLessThanOrEqual(0.1);
  });
});
