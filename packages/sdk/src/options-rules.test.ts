import { describe, expect, it } from 'vitest';
import { CaptureClient } from './client/capture-client.ts';
import { contextSync } from './node.ts';
import { type CaptureProblem, resolveOptions } from './options.ts';
import { startReceiver } from './testing/receiver.fixture.ts';
import { sampleLog } from './testing/sample-log.fixture.ts';

const OPTIONS = { url: 'https://context.example.com', project: 'octo-api', key: 'csk_1' } as const;

describe('the option url', () => {
  it.each([
    ['https://context.example.com', 'https://context.example.com'],
    ['https://context.example.com/', 'https://context.example.com'],
    ['http://127.0.0.1:8787/base//', 'http://127.0.0.1:8787/base'],
  ])('the value %s of the option url is the base of the project URL', (url, base) => {
    const { settings, errors } = resolveOptions({ ...OPTIONS, url });
    expect([settings.projectUrl, errors]).toEqual([`${base}/api/v1/projects/octo-api`, []]);
  });

  it.each([
    'context.example.com',
    'ftp://context.example.com',
    'file:///etc/hosts',
    'https://ann@context.example.com',
    'https://ann:secret@context.example.com',
    'https://context.example.com?key=1',
    'https://context.example.com#part',
  ])('the invalid value %s of the option url is reported, and nothing is captured', async (url) => {
    const problems: CaptureProblem[] = [];
    const capture = contextSync({ ...OPTIONS, url, onError: (problem) => problems.push(problem) });
    expect(problems).toMatchObject([{ code: 'invalid-options', message: expect.stringContaining('Option "url"') }]);
    expect(problems[0]?.message).not.toContain('secret');
    expect(resolveOptions({ ...OPTIONS, url }).settings.projectUrl).toBeUndefined();
    await capture.close();
  });
});

describe('the option environment', () => {
  it.each([
    [undefined, 'production'],
    ['staging', 'staging'],
    ['e'.repeat(40), 'e'.repeat(32)],
  ])('the value %s of the option environment is sent as %s', async (environment, expected) => {
    const receiver = await startReceiver();
    const options = { ...OPTIONS, url: receiver.url, hints: false };
    const client = new CaptureClient(environment === undefined ? options : { ...options, environment });
    client.record(sampleLog());
    await client.close();
    expect(receiver.logs).toMatchObject([{ environment: expected }]);
  });
});
