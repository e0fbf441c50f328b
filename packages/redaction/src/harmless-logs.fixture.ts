import { getFurtherProperties, getHeaders, getParameters, getProperties } from './harmless-names.fixture.ts';
import { getValues, type Values } from './harmless-values.fixture.ts';
import type { CapturedRequest } from './redact-record.fixture.ts';

/** Generates captured requests without secrets, of many kinds of APIs. The same seed generates the same requests. */
export function harmlessLogs(seed: number, count: number): CapturedRequest[] {
  const values = getValues(seed);
  const { below, one, pick, hex, digits, uuid, slug, word, date } = values;
  const parameters = getParameters(values);
  const query = () =>
    Object.entries(pick(parameters, 1 + below(5)))
      .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
      .join('&');
  const path = () =>
    `/${one(['pets', 'tokens', 'keys', 'passwords/policy', 'sessions', 'oauth/clients', 'secrets-of-success'])}/${one([uuid(), digits(6), slug(), hex(24)])}`;
  const bodies = getBodies(values, query);
  const message = messageMaker(values, path, () => one(bodies)());
  return Array.from({ length: count }, () => ({
    status: one([200, 201, 302, 400, 404, 500]),
    method: one(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
    url: `${one(['', 'https://api.example.com', 'http://localhost:8080'])}${path()}${one(['', `?${query()}`, `?${query()}#${word()}`])}`,
    groupEmail: one([null, 'ann@example.com']),
    timestamp: date(),
    request: message(),
    response: message(),
  }));
}

/** Returns functions that generate bodies: parsed, as text in many formats, truncated, or missing. */
function getBodies(values: Values, query: () => string): readonly (() => unknown)[] {
  const { below, one, hex, base62, base64, digits, uuid, word, slug, date, sentence, cursor, pick } = values;
  const properties = { ...getProperties(values), ...getFurtherProperties(values) };
  const body = (): Record<string, unknown> => ({
    ...pick(properties, 4 + below(8)),
    items: Array.from({ length: below(4) }, () => pick(properties, 3)),
  });
  const json = () => JSON.stringify(body(), null, one([0, 2]));
  return [
    body,
    json,
    () => json().slice(0, 200 + below(400)),
    () => Array.from({ length: 3 }, () => JSON.stringify(pick(properties, 4))).join('\n'),
    () => `\uFEFF${json()}`,
    query,
    () => `id,name,code,key\n${digits(3)},${word()},US,${hex(16)}\n`,
    () =>
      `<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Key>${uuid()}.jpg</Key><RequestId>${base62(16)}</RequestId><NextToken>${base64(30)}</NextToken></Error>`,
    () =>
      `<html><head><meta name="viewport" content="width=device-width"><title>${sentence()}</title></head><body>${sentence()}</body></html>`,
    () => `query { pet(id: "${uuid()}", code: "US", first: 10, after: "${cursor()}") { id name key tokens } }`,
    () =>
      `------x\r\nContent-Disposition: form-data; name="code"\r\n\r\nUS\r\n------x\r\nContent-Disposition: form-data; name="file"; filename="key.png"\r\nContent-Type: image/png\r\n\r\n${base64(200)}\r\n------x--\r\n`,
    () => `data: ${JSON.stringify({ choices: [{ delta: { content: sentence() } }], usage: { total_tokens: 12 } })}\n\n`,
    () => `level=info ts=${date()} msg="${sentence()}" code=200 key=${slug()} tokens=12`,
    () => base64(600),
    () => sentence(),
    () => `${sentence()} ${sentence()}`,
    () => null,
  ];
}

/** Returns a function that generates a request or response in the format of node:http, HAR or plain text. */
function messageMaker(values: Values, path: () => string, body: () => unknown): () => unknown {
  const { one, pick } = values;
  const makers = getHeaders(values);
  const parameters = getParameters(values);
  const headers = (): [string, unknown][] => Object.entries({ host: 'api.example.com', ...pick(makers, 6) });
  const forms: readonly (() => unknown)[] = [
    () => ({ headers: Object.fromEntries(headers()), body: body() }),
    () => ({ headers: headers().map(([name, value]) => ({ name, value })), content: { text: body() } }),
    () => ({ rawHeaders: headers().flat(), body: body() }),
    () =>
      [`POST ${path()} HTTP/1.1`, ...headers().map(([name, value]) => `${name}: ${value}`), '', body()].join('\r\n'),
    () => ({ query: pick(parameters, 3), body: body() }),
  ];
  return () => one(forms)();
}
