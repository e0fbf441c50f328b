import { findMassChange } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import type { ReadDocs } from '../docs/read-docs.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { deletion, plan, record } from '../report/report.fixture.ts';
import { checkExposedCredentials, checkMassChange } from './safety-checks.ts';

describe('checkMassChange', () => {
  const losing = (count: number) =>
    plan(Array.from({ length: count }, (_, at) => deletion(`docs/${at}.md`, record(`Page ${at}`))));
  const check = (losingCount: number, allowMassChange: boolean) =>
    checkMassChange(findMassChange(losing(losingCount), 100), { allowMassChange });

  it('checkMassChange reports a plan that deletes most of the items', () => {
    expect(check(60, false)).toMatchObject({
      subject: 'allow-mass-change',
      problem: expect.stringContaining('60 of 100 items'),
    });
  });

  it('checkMassChange reports nothing if allow-mass-change is set or fewer items are deleted', () => {
    expect(check(60, true)).toBeUndefined();
    expect(check(40, false)).toBeUndefined();
  });
});

describe('checkExposedCredentials', () => {
  const exposedLines = ['docs/a.md', 'docs/b.md'].map((path) => ({ path, line: 3, message: 'a GitHub token' }));
  const docs = { exposed: exposedLines } as unknown as ReadDocs;

  it('checkExposedCredentials reports the first credential in a public item unless allow-credentials is set', () => {
    expect(checkExposedCredentials(docs, { allowCredentials: false } as Settings)).toMatchObject({
      subject: 'docs/a.md:3',
      problem: 'a GitHub token, and its item is public (and 1 more); nothing was sent',
    });
    expect(checkExposedCredentials(docs, { allowCredentials: true } as Settings)).toBeUndefined();
  });
});
