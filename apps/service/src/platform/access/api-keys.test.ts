import { createRedaction, REDACTED } from '@context-sync/redaction';
import { expect, it } from 'vitest';
import { createKey } from './api-keys.ts';

it('a new API key is redacted from captured requests', () => {
  const redaction = createRedaction();
  for (let count = 0; count < 100; count += 1) {
    const key = createKey();
    expect(redaction.text(`401 for ${key}.`)).toBe(`401 for ${REDACTED}`);
  }
});
