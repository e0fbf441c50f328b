import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { FRAMEWORKS } from './testing/applications.fixture.ts';
import { compareResponses } from './testing/compare-responses.fixture.ts';

describe.each(FRAMEWORKS)('responses of %s', (name) => {
  it('a captured response is unchanged, except for hints that agents receive', async () => {
    const { identical, extended, receiver } = await compareResponses(name, 18, selectByTier(100, 2_000));
    expect(identical).toBeGreaterThan(60);
    expect(extended).toBeGreaterThan(0);
    expect(receiver.logs.every(({ method }) => method.length > 0)).toBe(true);
  });
});
