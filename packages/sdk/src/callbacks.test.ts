import { setTimeout as sleep } from 'node:timers/promises';
import { sampleCases } from '@context-sync/test-tier';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CaptureProblem } from './options.ts';
import { type AnyOptions, ENTRIES, type EntryName, startEntry } from './testing/entries.fixture.ts';
import { HINT_SET, type Receiver, startReceiver } from './testing/receiver.fixture.ts';

const BODY = '{"error":{"code":"weight_out_of_range"}}';
/** The property of a log that contains the result of a callback. */
const PROPERTIES = {
  user: 'groupEmail',
  route: 'route',
  errorCode: 'errorCode',
  ignore: undefined,
  classify: undefined,
};
type Callback = keyof typeof PROPERTIES;

const fail = (error: unknown) => () => {
  throw error;
};
/** Functions whose return value means that there is no value. */
const EMPTY: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  'an empty text': () => '',
  spaces: () => ' \n ',
  false: () => false,
};
/** Functions that return a text or a number, with the text that the log contains. */
const TEXTS: readonly (readonly [string, () => unknown, string])[] = [
  ['a text', () => ' bob@example.com ', 'bob@example.com'],
  ['a number', () => 42, '42'],
  ['a bigint', () => 42n, '42'],
];
/** Functions that fail for every option. */
const FAILURES: Readonly<Record<string, () => unknown>> = {
  'throws an error': fail(new TypeError("Cannot read properties of undefined (reading 'email')")),
  'throws undefined': fail(undefined),
  'throws an object without a prototype': fail(Object.create(null)),
  'is async': async () => 'bob@example.com',
  'is async and rejects': async () => Promise.reject(new Error('The session store is unavailable.')),
  'never resolves': () => new Promise(() => undefined),
  'returns an object': () => ({ email: 'bob@example.com' }),
  'returns an object that throws': () => new Proxy({}, { has: fail(new Error('has')), get: fail(new Error('get')) }),
  'returns an array': () => ['bob@example.com'],
  'returns a function': () => () => 'bob@example.com',
  'returns a symbol': () => Symbol('bob'),
  'returns NaN': () => Number.NaN,
};

/** Sends requests to an application until one response has a hint, so that every callback has been called. */
async function capture(name: EntryName, receiver: Receiver, callback: Callback, run: () => unknown, isIgnored = false) {
  const problems: CaptureProblem[] = [];
  const path = `/pets/${crypto.randomUUID()}`;
  const options = {
    url: receiver.url,
    project: 'octo-api',
    key: 'csk_test',
    bodies: 'all',
    onError: async (problem) => {
      problems.push(problem);
      throw new Error('The callback for problems fails too.');
    },
    [callback]: run,
  } as AnyOptions;
  const { capture, send } = await startEntry(name, options, 422, BODY);
  let count = 0;
  for (let isHinted = false; !isHinted; count += 1) {
    const response = await send(path, { method: 'POST', body: '{}', headers: { 'user-agent': 'Claude-User/1.0' } });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject(JSON.parse(BODY));
    // The SDK receives the hint set in a later turn of the event loop, even if the application runs without a network.
    await sleep(2);
    isHinted = response.headers.has('link') || isIgnored;
  }
  await capture.close();
  return { count, problems, logs: receiver.logs.filter(({ url }) => url.includes(path)) };
}

const getCallbacks = (name: EntryName): Callback[] =>
  ['user', 'errorCode', 'ignore', 'classify', ...(name === 'node' || name === 'fetch' ? ['route'] : [])] as Callback[];
const CASES = ENTRIES.flatMap((name) => getCallbacks(name).map((callback) => [name, callback] as const));

async function openReceiver() {
  const receiver = await startReceiver();
  receiver.hintSet = HINT_SET;
  const console = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => console.mockRestore());
  return { receiver, console };
}

it.each(CASES)('the %s entry captures all requests when the function in %s fails', async (name, callback) => {
  const { receiver, console } = await openReceiver();
  const property = PROPERTIES[callback];
  const returnedTexts =
    callback === 'user' || callback === 'errorCode' ? [] : TEXTS.slice(callback === 'route' ? 1 : 0);
  const failures = [...Object.entries(FAILURES), ...returnedTexts.map(([label, run]) => [label, run] as const)];
  for (const [label, run] of sampleCases(failures, 3)) {
    console.mockClear();
    const { count, problems, logs } = await capture(name, receiver, callback, run);
    expect(logs, label).toHaveLength(count);
    if (property !== undefined)
      expect(
        logs.every((log) => log[property] == null),
        label,
      ).toBe(true);
    expect(problems, label).toEqual([expect.objectContaining({ code: 'callback-failed', option: callback })]);
    const [line] = console.mock.calls.map(String);
    expect(line, label).toMatch(new RegExp(`^context-sync: The function in option "${callback}" failed\\.`));
    expect(problems[0]?.cause, label).toBe(label.startsWith('throws') ? getCause(run) : problems[0]?.cause);
    if (label === 'throws an error') expect(line).toContain('TypeError: Cannot read properties of undefined');
    if (label.startsWith('is async')) expect(line).toContain('the function must not be async');
    expect(line, label).not.toContain('bob');
  }
});

it.each(CASES)('the %s entry reports nothing when the function in %s returns no value', async (name, callback) => {
  const { receiver } = await openReceiver();
  for (const [label, run] of sampleCases(Object.entries(EMPTY), 2)) {
    const { count, problems, logs } = await capture(name, receiver, callback, run);
    expect(problems, label).toEqual([]);
    expect(logs, label).toHaveLength(count);
    if (callback === 'user')
      expect(
        logs.every(({ groupEmail }) => groupEmail === null),
        label,
      ).toBe(true);
  }
});

it.each(CASES)('the %s entry uses the values that the function in %s returns', async (name, callback) => {
  const { receiver } = await openReceiver();
  const property = PROPERTIES[callback];
  const texts = property === undefined ? [] : TEXTS.slice(0, callback === 'route' ? 1 : undefined);
  for (const [label, run, expected] of texts) {
    const { count, problems, logs } = await capture(name, receiver, callback, run);
    expect(problems, label).toEqual([]);
    expect(
      logs.map((log) => property && log[property]),
      label,
    ).toEqual(Array.from({ length: count }, () => expected));
  }
  if (callback === 'ignore') expect((await capture(name, receiver, callback, () => true, true)).logs).toEqual([]);
  if (callback === 'classify') {
    const { logs } = await capture(name, receiver, callback, () => 'agent');
    expect(logs.at(-1)?.response?.recovery).toMatchObject({ sentIn: expect.arrayContaining(['body']) });
  }
});

function getCause(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
