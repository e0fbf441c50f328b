import { describe, expect, it } from 'vitest';
import { OWN_PROJECT, openService, projectPath, SECOND_PROJECT } from '../../testing/service.fixture.ts';

describe('GET /projects/{slug}', () => {
  it.each([OWN_PROJECT, SECOND_PROJECT])('GET /projects/{slug} returns the project with the slug %s', async (slug) => {
    const { sendRequest } = await openService();
    const { status, headers, body } = await sendRequest<{ createdAt: string }>('GET', projectPath('', slug));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toEqual({
      id: expect.stringMatching(/^prj_[0-9a-f]{24}$/),
      slug,
      name: `Project ${slug}`,
      createdAt: expect.any(String),
    });
    expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt);
  });

  it('GET /projects/{slug} does not interpret the slug as a pattern', async () => {
    const { sendRequest } = await openService();
    for (const slug of ['%25', 'octo-%25', 'octo_api', 'OCTO-API', "octo-api'--", `${OWN_PROJECT}%20`]) {
      expect((await sendRequest('GET', projectPath('', slug))).status, slug).toBe(404);
    }
  });
});
