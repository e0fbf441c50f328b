import { expect, it, vi } from 'vitest';
import { contextSync } from './node.ts';
import type { CaptureProblem } from './options.ts';

const VALUES = [null, 0, 1n, '', 'text', true, Symbol('symbol'), [null], [1], {}, () => undefined];
const OPTIONS = [
  ...['url', 'project', 'key', 'bodies', 'headers', 'redact', 'environment', 'hintMember', 'hints', 'flushOnSigterm'],
  ...['user', 'route', 'ignore', 'classify', 'errorCode', 'fetch'],
];

it.each(OPTIONS)('a wrong value of option %s is reported when the API starts, and does not stop it', async (name) => {
  const console = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => undefined);
  const validOptions = { url: 'http://127.0.0.1:9', project: 'octo-api', key: 'csk_test', hints: false };
  let reportedCount = 0;
  for (const value of VALUES) {
    const problems: CaptureProblem[] = [];
    const onError = (problem: CaptureProblem) => problems.push(problem);
    await contextSync({ ...validOptions, onError, [name]: value } as never).close(0);
    for (const { code, message } of problems) {
      expect([code, message]).toEqual(['invalid-options', expect.stringContaining(`"${name}"`)]);
    }
    reportedCount += problems.length;
  }
  expect(reportedCount).toBeGreaterThanOrEqual(VALUES.length - 2);
  console.mockRestore();
});

it.each([undefined, null, 1, 'text'])('missing options are reported: %s', async (options) => {
  const console = vi.spyOn(globalThis.console, 'warn').mockImplementation(() => undefined);
  await contextSync(options as never).close(0);
  expect(String(console.mock.calls[0])).toContain('The options must be an object');
  console.mockRestore();
});
