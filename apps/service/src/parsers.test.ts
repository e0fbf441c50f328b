import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_IN_PROCESS_YAML_BYTES } from './areas/api-description/openapi-parsers.ts';
import { MAX_BATCH_BYTES, MAX_LOGS_PER_BATCH } from './areas/logs/ingest-limits.ts';
import { getJson, type NewLogRecord } from './areas/logs/store.ts';
import { type ParserOptions, Parsers } from './parsers.ts';
import { MAX_IN_PROCESS_BYTES } from './platform/parsing/job-runner.ts';

const LOG = { status: 200, method: 'GET', url: '/pets', timestamp: '2026-03-01T10:00:00.000Z' };
/** Stored values of properties that the log does not contain. */
const UNKNOWN_FACTS = {
  groupEmail: null,
  durationMs: null,
  route: null,
  userAgent: null,
  errorCode: null,
  environment: 'production',
  traceId: null,
  recoveryHintId: null,
};
const ENTRY = {
  startedDateTime: LOG.timestamp,
  request: { method: 'GET', url: '/pets', headers: [{ name: 'X-Sauce', value: 'hot' }] },
  response: { status: 200 },
};
const OPENAPI_DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { operationId: 'listPets', summary: 'List pets' } } },
};
const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: {}\n';

const archive = (entries: readonly unknown[]) => JSON.stringify({ log: { version: '1.2', entries } });
/** Appends spaces to JSON until it has the given length. */
const pad = (text: string, length = MAX_IN_PROCESS_BYTES + 1) => text + ' '.repeat(length - text.length);
const createEmptyLists = (count: number) => `[${'[],'.repeat(count - 1)}[]]`;

function open({ bounds, ...options }: Partial<ParserOptions> = {}) {
  const patient = { deadlineMs: 600_000, startMs: 600_000, ...bounds };
  const parsers = new Parsers({ redactedNames: ['x-sauce'], bounds: patient, ...options });
  onTestFinished(() => parsers.close());
  return parsers;
}

/** Returns logs in the form in which the service stores them. */
const listWrittenLines = (records: readonly NewLogRecord[]) =>
  records.map(({ request, response, ...rest }) => [rest, getJson(request), getJson(response)]);

describe('small bodies', () => {
  it('parses a small body without a worker process', async () => {
    const parsers = open();
    await parsers.logs.log(pad(JSON.stringify(LOG), MAX_IN_PROCESS_BYTES));
    await parsers.logs.logLines(pad(JSON.stringify(LOG), MAX_IN_PROCESS_BYTES));
    await parsers.logs.logArchive(pad(archive([ENTRY]), MAX_IN_PROCESS_BYTES), undefined);
    await parsers.openapi.summarize({
      format: 'json',
      text: pad(JSON.stringify(OPENAPI_DOCUMENT), MAX_IN_PROCESS_BYTES),
    });
    await parsers.openapi.summarize({ format: 'yaml', text: pad(HEAD, MAX_IN_PROCESS_YAML_BYTES) });
    await parsers.openapi.lookUp(
      'hash',
      'search',
      { query: 'pets', limit: 1 },
      { format: 'json', text: JSON.stringify(OPENAPI_DOCUMENT) },
    );
    expect(parsers.pids).toEqual([]);
  });
});

describe('large bodies', () => {
  it.each<[string, (parsers: Parsers) => Promise<unknown>]>([
    ['a log', (parsers) => parsers.logs.log(pad(JSON.stringify(LOG)))],
    [
      'a log with many values',
      (parsers) => parsers.logs.log(JSON.stringify({ ...LOG, request: Array(20_000).fill(0) })),
    ],
    ['a batch of lines', (parsers) => parsers.logs.logLines(pad(JSON.stringify(LOG)))],
    ['an HTTP Archive', (parsers) => parsers.logs.logArchive(pad(archive([ENTRY])), undefined)],
    [
      'an OpenAPI document',
      (parsers) => parsers.openapi.summarize({ format: 'json', text: pad(JSON.stringify(OPENAPI_DOCUMENT)) }),
    ],
    [
      'a YAML document',
      (parsers) => parsers.openapi.summarize({ format: 'yaml', text: pad(HEAD, MAX_IN_PROCESS_YAML_BYTES + 1) }),
    ],
  ])('parses a large body in a worker process: %s', async (_name, parse) => {
    const parsers = open();
    await parse(parsers);
    expect(parsers.pids).toHaveLength(1);
  });

  it('redacts the logs of a large body in the same way as those of a small one', async () => {
    const parsers = open();
    const log = { ...LOG, request: { headers: { 'X-Sauce': 'hot' } }, response: { body: ['\u2028', null, 1.5] } };
    const line = JSON.stringify(log);
    const [small, large] = [await parsers.logs.logLines(`\n${line}`), await parsers.logs.logLines(pad(`\n${line}`))];
    expect(large).toEqual(small);
    expect(listWrittenLines(large.logs.map(({ record }) => record))).toEqual([
      [{ ...LOG, ...UNKNOWN_FACTS }, '{"headers":{"X-Sauce":"[redacted]"}}', '{"body":["\u2028",null,1.5]}'],
    ]);
    expect(large.logs[0]?.line).toBe(2);
    expect(await parsers.logs.log(pad(line))).toEqual(await parsers.logs.log(line));
    const entries = archive([ENTRY, { ...ENTRY, response: { status: 0 } }]);
    const fromArchive = await parsers.logs.logArchive(pad(entries), 'a@example.com');
    expect(fromArchive).toEqual(await parsers.logs.logArchive(entries, 'a@example.com'));
    expect(fromArchive).toMatchObject({ logs: [{ entry: 0, record: { groupEmail: 'a@example.com' } }], skipped: [1] });
    expect(listWrittenLines(fromArchive.logs.map(({ record }) => record))[0]?.[1]).toContain('[redacted]');
  });

  it('rejects a large invalid body for the same reasons as a small one', async () => {
    const parsers = open();
    const lines = `${JSON.stringify(LOG)}\n{\n${JSON.stringify({ ...LOG, status: 99 })}`;
    const toResponseError = (parse: Promise<unknown>) =>
      parse.then(
        () => undefined,
        (error: unknown) => error,
      );
    const refusals = [
      [await toResponseError(parsers.logs.log('{x')), await toResponseError(parsers.logs.log(pad('{x')))],
      [
        await toResponseError(parsers.openapi.summarize({ format: 'yaml', text: 'a: }' })),
        await toResponseError(parsers.openapi.summarize({ format: 'yaml', text: pad('a: }') })),
      ],
    ];
    for (const [small, large] of refusals) {
      expect(small).toBeInstanceOf(Error);
      expect({ ...(large as Error), message: (large as Error).message }).toEqual({
        ...(small as Error),
        message: (small as Error).message,
      });
    }
    const [small, large] = [await parsers.logs.logLines(lines), await parsers.logs.logLines(pad(lines))];
    expect(large).toEqual(small);
    expect(large.problems).toMatchObject([
      { line: 2, field: null },
      { line: 3, field: 'status' },
    ]);
  });

  it('looks up a cached OpenAPI document by its hash until the worker process crashes', async () => {
    const parsers = open();
    const description = { format: 'json', text: pad(JSON.stringify(OPENAPI_DOCUMENT)) } as const;
    const question = { operationId: 'listPets' };
    expect(await parsers.openapi.lookUp('hash', 'operation', question)).toBeUndefined();
    const first = await parsers.openapi.lookUp('hash', 'operation', question, description);
    expect(first).toMatchObject({ result: { operation: { path: '/pets' } } });
    expect(await parsers.openapi.lookUp('hash', 'operation', question)).toEqual(first);
    const [pid = 0] = parsers.pids;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => parsers.pids).toEqual([]);
    expect(await parsers.openapi.lookUp('hash', 'operation', question)).toBeUndefined();
    expect(await parsers.openapi.lookUp('hash', 'operation', question, description)).toEqual(first);
  });
});

describe('bodies with many JSON values or lines', () => {
  /** Memory limit of the worker process. It leaves a few megabytes of heap, which is enough to count the values but not to build them. */
  const memoryMiB = 64;

  it.each(
    sampleCases(
      [
        ['8 MiB of newlines', '\n'.repeat(MAX_BATCH_BYTES), 'body: is empty'],
        ['8 MiB of blank lines', ' \r\n'.repeat(MAX_BATCH_BYTES / 4), 'body: is empty'],
        ['4 million lines', '0\n'.repeat(MAX_BATCH_BYTES / 2), `body: has more than ${MAX_LOGS_PER_BATCH} lines`],
        [
          'a thousand lines of millions of values',
          `{"request":${createEmptyLists(2_600)}}\n`.repeat(1_000),
          'body: has more than 500000 JSON values',
        ],
      ],
      4,
    ),
  )('rejects a log batch with too many lines or values before creating objects: %s', async (_name, text, message) => {
    const parsers = open({ bounds: { memoryMiB } });
    await expect(parsers.logs.logLines(text)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });

  it.each(
    sampleCases(
      [
        [
          'an archive of 2.6 million empty arrays',
          `{"log":{"version":"1.2","entries":${createEmptyLists(2_600_000)}}}`,
          `body.log.entries: has 2600000 entries; the maximum is ${MAX_LOGS_PER_BATCH}`,
        ],
        [
          'an archive with 2.6 million empty arrays in one entry',
          archive([ENTRY]).replace('"hot"', createEmptyLists(2_600_000)),
          'JSON values; the maximum is 500000',
        ],
      ],
      2,
    ),
  )('rejects an HTTP Archive with too many values before parsing it: %s', async (_name, text, message) => {
    const parsers = open({ bounds: { memoryMiB } });
    await expect(parsers.logs.logArchive(text, undefined)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });

  it('rejects an OpenAPI document with 2.6 million empty arrays before creating objects', async () => {
    const parsers = open({ bounds: { memoryMiB } });
    const text = JSON.stringify({ ...OPENAPI_DOCUMENT, 'x-large': 0 }).replace(
      '"x-large":0',
      `"x-large":${createEmptyLists(2_600_000)}`,
    );
    await expect(parsers.openapi.summarize({ format: 'json', text })).rejects.toMatchObject({
      name: 'OpenapiError',
      message: expect.stringContaining('JSON values; the maximum is 500000'),
    });
  });
});

describe('limits of the worker process', () => {
  const lines = pad(JSON.stringify(LOG));
  const yaml = { format: 'yaml', text: pad(HEAD, MAX_IN_PROCESS_YAML_BYTES + 1) } as const;

  it('the error for a body whose parsing exceeds the deadline suggests a fix', async () => {
    const parsers = open({
      bounds: { deadlineMs: 1 },
      entry: new URL('./platform/parsing/hanging.fixture.ts', import.meta.url),
    });
    await expect(parsers.logs.logLines(lines)).rejects.toMatchObject({
      code: 'body_too_complex',
      message: 'Parsing the body takes more than 0.001 seconds: send fewer or smaller logs per request',
    });
    await expect(parsers.openapi.summarize(yaml)).rejects.toMatchObject({
      code: 'body_too_complex',
      message: 'Parsing the body takes more than 0.001 seconds: send a smaller document, or JSON instead of YAML',
    });
    await expect(parsers.openapi.lookUp('hash', 'search', { query: 'x', limit: 1 }, yaml)).rejects.toMatchObject({
      reason: 'deadline',
    });
  });

  it('a body whose parsing requires too much memory is rejected, and the next one is parsed', async () => {
    const parsers = open({ bounds: { memoryMiB: 32 } });
    const names = Array.from({ length: 240_000 }, (_, index) => [`x-${'name'.repeat(3)}-${index}`, {}]);
    const text = JSON.stringify({ ...OPENAPI_DOCUMENT, ...Object.fromEntries(names) });
    await expect(parsers.openapi.summarize({ format: 'json', text })).rejects.toMatchObject({
      code: 'body_too_complex',
      message: 'Parsing the body takes more than 32 MiB of memory: send a smaller document, or JSON instead of YAML',
    });
    expect(await parsers.openapi.summarize(yaml)).toMatchObject({ title: 'T' });
  });

  it('a crash of the worker process is an internal error, and the next body is parsed', async () => {
    const parsers = open();
    const hungParse = parsers.logs.logLines('\n'.repeat(MAX_BATCH_BYTES));
    process.kill(parsers.pids[0] ?? 0, 'SIGKILL');
    await expect(hungParse).rejects.toMatchObject({ name: 'WorkerError', reason: 'crash' });
    expect((await parsers.logs.logLines(lines)).logs).toHaveLength(1);
  });

  it('a body is rejected with Retry-After if the queue of the worker process is full', async () => {
    const parsers = open({ bounds: { maxWaitingChars: lines.length } });
    const acceptedParses = [parsers.logs.logLines(lines), parsers.logs.logLines(lines)];
    await expect(parsers.logs.logLines(lines)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': '5' },
    });
    // OpenAPI documents are parsed in a separate process, which still works.
    expect(await parsers.openapi.summarize(yaml)).toMatchObject({ title: 'T' });
    expect(await Promise.all(acceptedParses)).toHaveLength(2);
  });
});
