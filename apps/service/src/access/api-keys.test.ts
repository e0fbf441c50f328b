import { createRedact, REDACTED } from '@context-sync/redaction';
import { expect, it } from 'vitest';
import { createKey } from './api-keys.ts';

it('a new API key is redacted from captured requests', () => {
  const redact = createRedact();
  for (let count = 0; count < 100; count += 1) {
    const key = createKey();
    const { request } = redact({ url: '/pets', request: { body: `401 for ${key}.` }, response: null });
    expect(request).toEqual({ body: `401 for ${REDACTED}` });
  }
});
