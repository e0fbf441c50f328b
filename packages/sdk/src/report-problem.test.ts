import { expect, it, vi } from 'vitest';
import { createProblemReport } from './report-problem.ts';

it('a problem with the service is reported again after the service has accepted logs, and its end is reported once', () => {
  const printedLines: unknown[] = [];
  const warn = vi.spyOn(console, 'warn').mockImplementation((line: unknown) => void printedLines.push(line));
  const codes: string[] = [];
  const report = createProblemReport(({ code }) => codes.push(code));
  report.onAccepted(true);
  for (let outage = 0; outage < 2; outage += 1) {
    for (let attempt = 0; attempt < 3; attempt += 1) report({ code: 'unreachable', message: 'No connection.' });
    report.onAccepted(true);
    report.onAccepted(true);
  }
  for (let request = 0; request < 2; request += 1) {
    report({ code: 'callback-failed', message: 'It failed.', option: 'user' });
    report.onAccepted(true);
  }
  warn.mockRestore();
  expect(codes).toEqual(['unreachable', 'unreachable', 'callback-failed']);
  expect(printedLines).toEqual([
    'context-sync: No connection.',
    'context-sync: The service accepts logs again.',
    'context-sync: No connection.',
    'context-sync: The service accepts logs again.',
    expect.stringContaining('context-sync: It failed.'),
  ]);
});

it('dropped logs are reported again if the queue has been empty in between, and not for each batch', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const codes: string[] = [];
  const report = createProblemReport(({ code }) => codes.push(code));
  for (const isQueueEmpty of [false, false, true, false]) {
    report({ code: 'logs-dropped', message: 'The queue is full.' });
    report.onAccepted(isQueueEmpty);
  }
  expect(codes).toEqual(['logs-dropped', 'logs-dropped']);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
