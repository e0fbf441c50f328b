import { describe, expect, it } from 'vitest';
import { errorBody, openService, projectPath, SOURCE } from '../../testing/service.fixture.ts';

describe('data source settings', () => {
  const cases = (all: [keyof typeof SOURCE, unknown][]) =>
    all.map(([name, value]) => [name, JSON.stringify(value).slice(0, 50), value] as const);

  it.each(
    cases([
      ['installationId', 1],
      ['installationId', Number.MAX_SAFE_INTEGER],
      ['owner', 'o'],
      ['owner', `0-${'x'.repeat(37)}`],
      ['owner', 'octo-cat_acme'],
      ['repo', '.github'],
      ['repo', '..a'],
      ['repo', '_'],
      ['repo', 'a.b-c_D1'.padEnd(100, 'x')],
      ['branch', 'feature/a-b_c.d#1@2'],
      ['branch', 'größe/漢字-😀'],
      ['branch', 'b'.repeat(255)],
      ['category', 'SDK & docs'],
      ['category', 'x'.repeat(100)],
      ['provider', 'GitHub Enterprise'],
      ['siteUrl', 'http://localhost:3000'],
      ['siteUrl', 'HTTPS://docs.example.com/v1?lang=en#top'],
      ['siteUrl', 'https://bücher.example/ä'],
      ['siteUrl', `https://docs.example.com/${'x'.repeat(2_023)}`],
    ]),
  )('accepts a data source whose %s is %s', async (name, _shown, value) => {
    const { sendRequest } = await openService();
    const response = await sendRequest('POST', projectPath('/data-sources'), { json: { ...SOURCE, [name]: value } });
    expect(response).toMatchObject({ status: 201, body: { [name]: value } });
  });

  it.each(
    cases([
      ['installationId', 0],
      ['installationId', -1],
      ['owner', ''],
      ['owner', ' '],
      ['owner', '-octo'],
      ['owner', 'octo cat'],
      ['owner', 'octo/cat'],
      ['owner', 'octo.cat'],
      ['owner', 'öcto'],
      ['owner', 'octo\n'],
      ['owner', 'o'.repeat(40)],
      ['owner', 'o'.repeat(200_000)],
      ['repo', ''],
      ['repo', '.'],
      ['repo', '..'],
      ['repo', '../api'],
      ['repo', 'a b'],
      ['repo', 'r'.repeat(101)],
      ['branch', ''],
      ['branch', ' '],
      ['branch', 'a b'],
      ['branch', 'a\tb'],
      ['branch', 'a\u0000b'],
      ['branch', 'a\u007fb'],
      ['branch', 'a~1'],
      ['branch', 'a^'],
      ['branch', 'a:b'],
      ['branch', 'a?'],
      ['branch', 'a*'],
      ['branch', 'a[0]'],
      ['branch', 'a\\b'],
      ['branch', 'b'.repeat(256)],
      ['category', ''],
      ['category', ' \t\u00a0'],
      ['category', 'x'.repeat(101)],
      ['provider', ''],
      ['provider', '\n'],
      ['provider', 'x'.repeat(101)],
      ['siteUrl', ''],
      ['siteUrl', 'nope'],
      ['siteUrl', 'docs.example.com'],
      ['siteUrl', '//docs.example.com'],
      ['siteUrl', 'javascript:alert(1)'],
      ['siteUrl', 'javascript://docs.example.com/%0aalert(1)'],
      ['siteUrl', ' https://docs.example.com'],
      ['siteUrl', 'https://docs.example.com/\n'],
      ['siteUrl', 'java\nscript:https://docs.example.com'],
      ['siteUrl', 'data:text/html,<script>alert(1)</script>'],
      ['siteUrl', 'ftp://docs.example.com'],
      ['siteUrl', 'https://'],
      ['siteUrl', 'https://a b'],
      ['siteUrl', 'https://[::1'],
      ['siteUrl', `https://docs.example.com/${'x'.repeat(2_024)}`],
    ]),
  )('rejects a data source whose %s is %s', async (name, _shown, value) => {
    const { sendRequest, count } = await openService();
    const response = await sendRequest<{ error: { message: string; details: { where: string }[] } }>(
      'POST',
      projectPath('/data-sources'),
      {
        json: { ...SOURCE, [name]: value },
      },
    );
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(new Set(response.body.error.details.map(({ where }) => where))).toEqual(new Set([`body.${name}`]));
    expect(response.body.error.message.length).toBeLessThan(200);
    expect(await count('data_sources')).toBe(0);
  });

  it('the OpenAPI document contains the limits of data source settings and marks them as extensions', async () => {
    const { sendRequest } = await openService();
    const { body } = await sendRequest<{
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    }>('GET', '/openapi.json');
    expect(body.components.schemas.DataSourceInput?.properties).toMatchObject({
      installationId: { minimum: 1, maximum: 2 ** 53 - 1, 'x-extension': ['minimum', 'maximum'] },
      owner: { maxLength: 39, pattern: expect.any(String), 'x-extension': ['maxLength', 'pattern'] },
      repo: { maxLength: 100, pattern: expect.any(String), 'x-extension': ['maxLength', 'pattern'] },
      branch: { maxLength: 255, pattern: expect.any(String), 'x-extension': ['maxLength', 'pattern'] },
      category: { maxLength: 100, pattern: '\\S', 'x-extension': ['maxLength', 'pattern'] },
      provider: { maxLength: 100, pattern: '\\S', 'x-extension': ['maxLength', 'pattern'] },
      siteUrl: { maxLength: 2048, format: 'uri', 'x-extension': ['format', 'maxLength', 'pattern'] },
    });
  });
});
