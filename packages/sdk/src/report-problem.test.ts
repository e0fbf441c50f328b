import { expect, it, vi } from 'vitest';
import { createProblemReport } from './report-problem.ts';

it('a problem with the service is reported again after the service has accepted logs, and its end is said once', () => {
  const printed: unknown[] = [];
  const warn = vi.spyOn(console, 'warn').mockImplementation((line: unknown) => void printed.push(line));
  const codes: string[] = [];
  const report = createProblemReport(({ code }) => codes.push(code));
  report.onAccepted();
  for (let outage = 0; outage < 2; outage += 1) {
    for (let attempt = 0; attempt < 3; attempt += 1) report({ code: 'unreachable', message: 'No connection.' });
    report.onAccepted();
    report.onAccepted();
  }
  for (let request = 0; request < 2; request += 1) {
    report({ code: 'callback-failed', message: 'It failed.', option: 'user' });
    report.onAccepted();
  }
  warn.mockRestore();
  expect(codes).toEqual(['unreachable', 'unreachable', 'callback-failed']);
  expect(printed).toEqual([
    'context-sync: No connection.',
    'context-sync: The service accepts logs again.',
    'context-sync: No connection.',
    'context-sync: The service accepts logs again.',
    expect.stringContaining('context-sync: It failed.'),
  ]);
});
