import { describe, expect, it } from 'vitest';
import { call, ERAS, openMcp } from '../../testing/mcp.fixture.ts';
import { HINT, OWN_PROJECT, projectPath } from '../../testing/service.fixture.ts';

interface Explained {
  readonly hint: { readonly title: string } | null;
}

describe.each(ERAS)('explain_error with a %s client', (era) => {
  it('explain_error returns the recovery hint of an error as data and as text', async () => {
    const { sendRequest, connect } = await openMcp();
    await sendRequest('POST', projectPath('/recovery/hints'), { json: HINT });
    const client = await connect(era);
    const error = { project: OWN_PROJECT, method: 'get', path: 'https://api.example.com/pets/7', status: 404 };
    const body = JSON.stringify({ error: { code: 'no_such_pet' } });
    const { isError, data, text } = await call<Explained>(client, 'explain_error', { ...error, body });
    expect([isError, data.hint?.title]).toEqual([false, HINT.title]);
    expect(text.split('\n')).toEqual([
      HINT.title,
      'Do not retry the same request.',
      '1. List the pets and take an id from there (https://docs.example.com/pets)',
      `See ${HINT.documentation}`,
    ]);
    const unknown = await call<Explained>(client, 'explain_error', { ...error, status: 500 });
    expect([unknown.isError, unknown.data.hint]).toEqual([false, null]);
    expect(unknown.text).toBe(`${OWN_PROJECT} has no hint for this error. Call search_context for the docs about it.`);
  });
});
