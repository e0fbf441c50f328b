import { describe, expect, it } from 'vitest';
import { LOG, openService, projectPath } from '../../testing/service.fixture.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
/** JSON whose numbers, whitespace and names would change if it were parsed and serialized. */
const RAW =
  '{"id" : 98765432109876543210,\n"price":1.10, "big":1e400,"zero":-0,"exact":1E+2,"a":1,"a":2,"2":"b","1":"\\u00e9\\/"}';
const TEXT_LOG = JSON.stringify({ ...LOG, request: undefined, response: undefined }).slice(0, -1);
const withSecret = (raw: string, secret: string) => raw.replace('{', `{"password":${secret},`);

async function openTexts() {
  const { app, keys, rows } = await openService();
  /** Sends a request, and returns the body of the response as text. */
  const send = async (method: string, path: string, body?: string, headers: Record<string, string> = JSON_TYPE) => {
    const response = await app.request(projectPath(path), {
      method,
      headers: { ...headers, authorization: `Bearer ${keys.ann}` },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, text: await response.text() };
  };
  const readFirst = async (text: string) => (await send('GET', `/logs/${JSON.parse(text).logs[0].id}`)).text;
  return { send, readFirst, rows };
}

describe('captured requests and responses', () => {
  it.each([
    ['without a secret', RAW, RAW],
    ['next to a secret', withSecret(RAW, '12345678901234567890'), withSecret(RAW, '"[redacted]"')],
  ])('JSON %s is stored and returned character by character', async (_name, sent, clean) => {
    const { send } = await openTexts();
    const { status, text } = await send(
      'POST',
      '/logs',
      `${TEXT_LOG}, "request" : ${sent} ,"response":{"body":${sent}}}`,
    );
    expect(status).toBe(201);
    const captured = `"request":${clean},"response":{"body":${clean}}}`;
    expect(text.slice(-captured.length)).toBe(captured);
    const stored = await send('GET', `/logs/${JSON.parse(text).id}`);
    expect(stored.text.slice(-captured.length)).toBe(captured);
  });

  it('if an object contains two properties with the same name, the last one counts, as in JSON.parse', async () => {
    const { send } = await openTexts();
    const { text } = await send('POST', '/logs', `${TEXT_LOG},"request":1,"re\\u0071uest":{"n":1.0},"response":-0}`);
    expect(text).toContain('"request":{"n":1.0},"response":-0}');
  });

  it('numbers in the lines of a log batch are stored with all digits that were sent', async () => {
    const { send, readFirst } = await openTexts();
    const line = RAW.replaceAll('\n', ' ');
    const { text } = await send('POST', '/logs-batch', `${TEXT_LOG},"request":{"body":${line}}}`, {
      'content-type': 'application/x-ndjson',
    });
    expect(await readFirst(text)).toContain(`"request":{"body":${line}},"response":null}`);
  });

  it('numbers in the entries of an HTTP Archive are stored with the digits that were sent', async () => {
    const { send, readFirst } = await openTexts();
    const request =
      '"method":"get","headers":[{"name":"accept","value":"*/*"}],"url":"https://api.example.com/","bodySize":1.0';
    const { text } = await send(
      'POST',
      '/logs-har',
      `{"log":{"version":"1.2","entries":[{"startedDateTime":"${LOG.timestamp}","time":12.50,"request":{${request}},"response":{"status":200,"_body":${RAW}}}]}}`,
    );
    expect(await readFirst(text)).toContain(
      `"request":{"headers":[{"name":"accept","value":"*/*"}],"bodySize":1.0},"response":{"_body":${RAW},"time":12.50}}`,
    );
  });

  it('an integer attribute of a span keeps its digits', async () => {
    const { send, rows } = await openTexts();
    const attributes = [
      { key: 'http.request.method', value: { stringValue: 'GET' } },
      { key: 'url.path', value: { stringValue: '/' } },
      { key: 'http.request.header.x_account', value: { intValue: '9223372036854775807' } },
    ];
    const start = `${Date.parse(LOG.timestamp)}000000`;
    const span = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), kind: 2, attributes };
    const body = {
      resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, startTimeUnixNano: start, endTimeUnixNano: start }] }] }],
    };
    expect((await send('POST', '/otlp/v1/traces', JSON.stringify(body))).status).toBe(200);
    expect(await rows('SELECT request FROM logs')).toEqual([
      { request: '{"headers":{"x-account":"9223372036854775807"}}' },
    ]);
  });
});

describe('the columns of a log', () => {
  const TOKEN = `ghp_${'a1B2'.repeat(6)}`;
  /** Columns in which a credential is kept, with the reason. docs/reference/service.md lists them. */
  const UNREDACTED = { group_email: 'identifies the user' };
  /** Columns whose content the service creates or validates. */
  const SAFE = ['number', 'id', 'project_id', 'status', 'timestamp', 'duration_ms', 'caller', 'route_source'];

  it('every column that can contain a credential is redacted, except those that are documented', async () => {
    const { send, rows } = await openTexts();
    const texts = Object.fromEntries(
      ['method', 'environment']
        .map((name) => [name, TOKEN])
        .concat(
          [
            'url',
            'groupEmail',
            'route',
            'userAgent',
            'errorCode',
            'traceId',
            'recoveryHintId',
            'request',
            'response',
          ].map((name) => [name, `x ${TOKEN}`]),
        ),
    );
    expect((await send('POST', '/logs', JSON.stringify({ ...LOG, ...texts }))).status).toBe(201);
    const [row = {}] = await rows('SELECT * FROM logs');
    const getColumns = (pattern: RegExp) => Object.keys(row).filter((name) => pattern.test(String(row[name])));
    expect(getColumns(new RegExp(TOKEN, 'i'))).toEqual(Object.keys(UNREDACTED));
    expect(getColumns(/\[redacted\]/i).sort()).toEqual(
      Object.keys(row)
        .filter((name) => !SAFE.includes(name) && !(name in UNREDACTED))
        .sort(),
    );
  });
});
