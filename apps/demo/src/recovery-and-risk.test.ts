import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Cleanup, startService } from '@context-sync/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DemoChecks } from './demo-checks.ts';
import { demonstrateRecovery } from './recovery-demo.ts';
import { demonstrateRisk } from './risk-demo.ts';

afterEach(() => void vi.restoreAllMocks());

describe('the demo', () => {
  it('the demo of recovery and risk ends with metrics and with users at risk whose numbers agree with their requests', async () => {
    let printedText = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printedText += String(text);
      return true;
    });
    const cleanup = new Cleanup();
    const checks = new DemoChecks();
    try {
      const service = await startService(cleanup);
      await demonstrateRecovery(cleanup, checks, service);
      await demonstrateRisk(checks, service);
    } finally {
      await cleanup.close();
    }
    const lines = stripVTControlCharacters(printedText).trimEnd().split('\n');
    expect(checks.broken, printedText).toBe(0);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ {2}✓ metrics: 46 requests, 9 % errors, 11 % by agents, p95 \d/),
    );
    expect(lines.slice(-6)).toEqual([
      'A month of captured requests: which users are at risk?',
      '  618 requests of 3 users imported. The service checks every ten minutes; this one restarts instead',
      '  ✓ 2 of them are at risk, each for a reason with its numbers:',
      '    bot@zoo.example   failing  36 of 60 requests failed in the last 7 days: 60 %, before 0 %',
      '    ann@acme.example  silent   no request for 9 days; called on 21 of the 28 days before',
      '  ✓ the numbers agree with the requests of each user by day',
    ]);
  });

  it.each([
    [['--unknown'], /^Unknown option '--unknown'/],
    [['--port', 'http'], /^--port must be a number \(got "http"\)\n/],
  ])('the error of the demo for the arguments %j contains the problem and the valid options', (args, problem) => {
    const main = join(import.meta.dirname, 'main.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(problem);
    expect(stderr).toMatch(/\nThe demo has the options --keep and --port <number>: run npm run demo -- --keep\n$/);
  });
});
