import { expect, it } from 'vitest';
import { errorBody, HINT, openService, projectPath, SOURCE } from '../testing/service.fixture.ts';

const FIELDS = [
  ['/recovery/hints', 'documentation', (url: string) => ({ ...HINT, documentation: url })],
  ['/recovery/hints', 'steps[0].url', (url: string) => ({ ...HINT, steps: [{ do: 'read', text: 'Read', url }] })],
  ['/data-sources', 'siteUrl', (url: string) => ({ ...SOURCE, siteUrl: url })],
] as const;

it.each(FIELDS)('POST %s rejects a URL in %s that contains a user name or a password', async (path, field, create) => {
  const { sendRequest, everything } = await openService();
  for (const authority of [
    'ann:hunter2-secret',
    'ann',
    ':hunter2-secret',
    'ann%40x:hunter2%2Dsecret',
    'x@ann:hunter2-secret',
  ]) {
    for (const scheme of ['https', 'HTTP']) {
      const json = create(`${scheme}://${authority}@docs.example.com/errors`);
      const response = await sendRequest<{ error: { message: string; details: object[] } }>('POST', projectPath(path), {
        json,
      });
      expect(response, authority).toMatchObject(errorBody(400, 'invalid_request'));
      expect(response.body.error.details).toHaveLength(1);
      expect(response.body.error.message).toMatch(
        `body.${field}: must not contain a user name or a password, because others can read the URL: remove them (got a string of `,
      );
      expect(JSON.stringify(response.body)).not.toMatch(/hunter2|ann/);
    }
  }
  expect(await everything()).not.toMatch(/hunter2/);
  const valid = create('https://docs.example.com/@ann:x?user=a@b:c');
  expect((await sendRequest('POST', projectPath(path), { json: valid })).status).toBe(201);
});
