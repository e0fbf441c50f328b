import { describe, expect, it } from 'vitest';
import {
  errorBody,
  OPENAPI_DOCUMENT,
  openService,
  projectPath,
  SECOND_PROJECT,
} from '../../testing/service.fixture.ts';
import { DOCUMENT, WORKFLOW } from './workflow.fixture.ts';

interface Described {
  readonly id: string;
  readonly title: string;
  readonly problems: readonly string[];
  readonly steps: readonly { readonly operation: object | null; readonly endpointId: string | null }[];
  readonly workflow: { readonly workflowId: string };
}

const PATH = projectPath('/use-cases');
const API = projectPath('/api-description');

async function openUseCases() {
  const service = await openService();
  const { sendRequest } = service;
  const post = (workflow: object = WORKFLOW, more: object = {}) =>
    sendRequest<Described>('POST', PATH, { json: { workflow, ...more } });
  const list = async () => {
    const { body, headers } = await sendRequest<{ useCases: { id: string; workflowId: string }[] }>('GET', PATH);
    return { ids: body.useCases.map(({ workflowId }) => workflowId), etag: headers.get('etag') ?? '' };
  };
  return { ...service, post, list };
}

describe('use cases', () => {
  it('use cases are stored as Arazzo workflows, and contain the operation and the endpoint of each step', async () => {
    const { post, sendRequest } = await openUseCases();
    await sendRequest('PUT', API, { json: OPENAPI_DOCUMENT });
    const { status, body, headers } = await post();
    expect([status, headers.get('location')]).toEqual([201, `${PATH}/${body.id}`]);
    expect(body).toMatchObject({ title: 'Adopt a pet', goal: WORKFLOW.description, public: false, workflow: WORKFLOW });
    expect(body.steps).toEqual([
      {
        stepId: 'find',
        description: WORKFLOW.steps[0].description,
        operation: { method: 'GET', route: '/pets', operationId: 'listPets' },
        endpointId: expect.stringMatching(/^ep_/),
        workflowId: null,
      },
      expect.objectContaining({ stepId: 'reserve', operation: null, endpointId: null }),
    ]);
    expect(body.problems).toEqual(['Step reserve: the OpenAPI document has no operation reservePet']);
    expect((await sendRequest('GET', `${PATH}/${body.id}`)).body).toEqual(body);
  });

  it('use cases list the steps whose operation was removed from the OpenAPI document', async () => {
    const { post, sendRequest } = await openUseCases();
    await sendRequest('PUT', API, { json: OPENAPI_DOCUMENT });
    const [step] = WORKFLOW.steps;
    const byPath = { stepId: 'again', operationPath: '{$sourceDescriptions.api.url}#/paths/~1pets/get' };
    const { body } = await post({ ...WORKFLOW, steps: [step, byPath] });
    expect(body.problems).toEqual([]);
    const paths = { '/cats': { get: { operationId: 'listCats', responses: { 200: { description: 'The cats' } } } } };
    await sendRequest('PUT', API, { json: { ...OPENAPI_DOCUMENT, paths } });
    const get = async () => (await sendRequest<Described>('GET', `${PATH}/${body.id}`)).body;
    expect((await get()).problems).toEqual([
      'Step find: the OpenAPI document has no operation listPets',
      `Step again: the OpenAPI document has no operation ${byPath.operationPath}`,
    ]);
    await sendRequest('DELETE', API);
    expect((await get()).problems).toEqual([expect.stringContaining('no OpenAPI document')]);
  });

  it('a change of an outdated version of a use case is rejected, and the response contains both versions', async () => {
    const { post, sendRequest } = await openUseCases();
    const { body } = await post();
    const path = `${PATH}/${body.id}`;
    const etag = (await sendRequest('GET', path)).headers.get('etag') ?? '';
    const change = (summary: string) => ({
      json: { workflow: { ...WORKFLOW, summary } },
      headers: { 'if-match': etag },
    });
    const first = await sendRequest<Described>('PUT', path, change('First'));
    expect([first.status, first.body.title]).toEqual([200, 'First']);
    const second = await sendRequest('PUT', path, change('Second'));
    expect(second).toMatchObject({
      status: 412,
      body: {
        error: { code: 'changed_meanwhile' },
        current: { title: 'First' },
        sent: { workflow: { summary: 'Second' } },
      },
    });
    expect((await sendRequest('DELETE', path, { headers: { 'if-match': etag } })).status).toBe(412);
    const current = second.headers.get('etag') ?? '';
    expect((await sendRequest('DELETE', path, { headers: { 'if-match': current } })).status).toBe(204);
    expect((await sendRequest('GET', path)).status).toBe(404);
  });

  it('the response of GET for a use case can be changed and sent back, and its read-only properties are ignored', async () => {
    const { post, sendRequest } = await openUseCases();
    const { body } = await post(WORKFLOW, { public: true });
    const path = `${PATH}/${body.id}`;
    const { body: read } = await sendRequest<Described>('GET', path);
    const workflow = { ...read.workflow, summary: 'Changed' };
    const sent = { ...read, workflow, title: 'Ignored', id: 'uc_0' };
    const replacedResponse = await sendRequest<Described>('PUT', path, { json: sent });
    expect(replacedResponse).toMatchObject({ status: 200, body: { id: body.id, title: 'Changed', public: true } });
    expect((await sendRequest('GET', path)).body).toEqual(replacedResponse.body);
  });

  it('the order of use cases can be changed only if it has not changed since it was read', async () => {
    const { post, list, sendRequest } = await openUseCases();
    for (const workflowId of ['a', 'b', 'c']) await post({ ...WORKFLOW, workflowId });
    const before = await list();
    expect(before.ids).toEqual(['a', 'b', 'c']);
    const reorder = (ids: readonly string[], headers = {}) =>
      sendRequest('PUT', `${PATH}-order`, { json: { ids }, headers });
    expect((await reorder(['c'], { 'if-match': before.etag })).status).toBe(200);
    const after = await list();
    expect(after.ids).toEqual(['c', 'a', 'b']);
    expect((await reorder(['b'], { 'if-match': before.etag })).status).toBe(412);
    expect((await reorder(['b', 'a', 'c'], { 'if-match': after.etag })).status).toBe(200);
    expect((await list()).ids).toEqual(['b', 'a', 'c']);
    expect(await reorder(['d'])).toMatchObject(errorBody(400, 'invalid_request'));
  });

  it.each([
    ['a missing title', { ...WORKFLOW, summary: undefined }, 'summary'],
    ['no steps', { ...WORKFLOW, steps: [] }, 'steps'],
    ['an unknown property', { ...WORKFLOW, sumary: 'x' }, 'sumary'],
    [
      'an asynchronous step',
      { ...WORKFLOW, steps: [{ stepId: 'a', channelPath: 'x', action: 'send' }] },
      'channelPath',
    ],
    ['a step without an operation', { ...WORKFLOW, steps: [{ stepId: 'a' }] }, 'operationId'],
    [
      'two steps with one id',
      { ...WORKFLOW, steps: [WORKFLOW.steps[0], WORKFLOW.steps[0]] },
      'is the id of another step',
    ],
    [
      'an action with an unknown step',
      {
        ...WORKFLOW,
        steps: [{ stepId: 'a', operationId: 'b', onFailure: [{ name: 'x', type: 'goto', stepId: 'z' }] }],
      },
      'is not the id of a step',
    ],
    [
      'a criterion with a type and no context',
      { ...WORKFLOW, steps: [{ stepId: 'a', operationId: 'b', successCriteria: [{ condition: '.', type: 'regex' }] }] },
      'needs a context',
    ],
    [
      'a reference to a component',
      {
        ...WORKFLOW,
        steps: [{ stepId: 'a', operationId: 'b', parameters: [{ reference: '$components.parameters.p' }] }],
      },
      'parameters',
    ],
  ])('a use case is rejected if its workflow has %s', async (_name, workflow, message) => {
    const { post } = await openUseCases();
    const response = await post(workflow);
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(JSON.stringify(response.body)).toContain(message);
  });

  it('use cases accept properties that begin with x-, and a second use case with the same workflowId is rejected', async () => {
    const { post, sendRequest } = await openUseCases();
    expect((await post({ ...WORKFLOW, 'x-level': 'easy' })).body.workflow).toMatchObject({ 'x-level': 'easy' });
    expect(await post()).toMatchObject(errorBody(409, 'conflict'));
    const { body } = await post({ ...WORKFLOW, workflowId: 'other' });
    expect(await sendRequest('PUT', `${PATH}/${body.id}`, { json: { workflow: WORKFLOW } })).toMatchObject(
      errorBody(409, 'conflict'),
    );
    const elsewhere = projectPath(`/use-cases/${body.id}`, SECOND_PROJECT);
    expect((await sendRequest('GET', elsewhere)).status).toBe(404);
  });
});

describe('Arazzo documents', () => {
  it('Arazzo documents are imported with their components, replace use cases with the same workflowId, and can be exported again', async () => {
    const { sendRequest, list } = await openUseCases();
    const load = (json: object) => sendRequest<{ ids: string[] }>('POST', `${PATH}-import`, { json });
    const first = await load(DOCUMENT);
    expect([first.status, first.body]).toMatchObject([201, { created: 2, updated: 0, unchanged: 0 }]);
    expect((await list()).ids).toEqual(['feed-a-pet', 'adopt-a-pet']);
    const { body } = await sendRequest<Described & { public: boolean }>('GET', `${PATH}/${first.body.ids[0]}`);
    expect(body).toMatchObject({
      public: true,
      workflow: {
        inputs: DOCUMENT.components.inputs.pet,
        parameters: [{ name: 'page', in: 'query', value: 2 }],
        steps: [{ onFailure: [DOCUMENT.components.failureActions.again] }],
      },
    });
    expect((await load(DOCUMENT)).body).toEqual({ created: 0, updated: 0, unchanged: 2, ids: first.body.ids });
    const exportedResponse = await sendRequest<typeof DOCUMENT>('GET', `${PATH}-document`);
    expect(exportedResponse.body).toMatchObject({ arazzo: '1.1.0', workflows: [{ 'x-public': true }, WORKFLOW] });
    expect((await load(exportedResponse.body)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    const [, workflow] = exportedResponse.body.workflows;
    const changed = { ...exportedResponse.body, workflows: [{ ...workflow, summary: 'Take a pet' }] };
    expect((await load(changed)).body).toMatchObject({ created: 0, updated: 1, unchanged: 0 });
  });

  it('an Arazzo document is stored completely or not at all', async () => {
    const { sendRequest, list } = await openUseCases();
    const load = (json: object) => sendRequest('POST', `${PATH}-import`, { json });
    const brokenDocument = {
      ...DOCUMENT,
      workflows: [...DOCUMENT.workflows, { ...WORKFLOW, workflowId: 'x', steps: [] }],
    };
    const refusedResponse = await load(brokenDocument);
    expect(refusedResponse).toMatchObject(errorBody(400, 'invalid_request'));
    expect(JSON.stringify(refusedResponse.body)).toContain('body.workflows[2].steps');
    expect(await load({ ...DOCUMENT, workflows: [WORKFLOW, WORKFLOW] })).toMatchObject(
      errorBody(400, 'invalid_request'),
    );
    expect(await load({ ...DOCUMENT, arazzo: '2.0.0' })).toMatchObject(errorBody(400, 'invalid_request'));
    expect((await list()).ids).toEqual([]);
  });
});

describe('the skill of a use case', () => {
  it('the skill of a use case contains the whole task in the format of SKILL.md', async () => {
    const { post, sendRequest } = await openUseCases();
    await sendRequest('PUT', API, { json: OPENAPI_DOCUMENT });
    const { body } = await post({ ...WORKFLOW, workflowId: 'AdoptA_Pet' });
    const skill = await sendRequest<{ name: string; markdown: string }>('GET', `${PATH}/${body.id}/skill`);
    expect(skill.body.name).toBe('adopt-a-pet');
    expect(skill.body.markdown.split('\n')).toEqual([
      '---',
      'name: adopt-a-pet',
      'description: "Adopt a pet: Find a pet that is available, and reserve it for an owner."',
      '---',
      '',
      '# Adopt a pet',
      '',
      WORKFLOW.description,
      '',
      '> [!WARNING]',
      '> Step reserve: the OpenAPI document has no operation reservePet.',
      '',
      '## Inputs',
      '',
      '```json',
      ...JSON.stringify(WORKFLOW.inputs, null, 2).split('\n'),
      '```',
      '',
      '## Steps',
      '',
      'Continue with the next step only after a step has succeeded.',
      '',
      '### 1. find',
      '',
      WORKFLOW.steps[0].description,
      '',
      'Call `GET /pets` (`listPets`).',
      '',
      '- query `status`: `"available"`',
      '- Succeeds if `$statusCode == 200`',
      '- Keep `petId`: `$response.body#/0/id`',
      '',
      '### 2. reserve',
      '',
      'Call the operation `reservePet`.',
      '',
      '- Succeeds if `$statusCode == 201`',
      '- If it fails: continue with step `find` if `$statusCode == 409`',
      '- If it fails: retry after 5 s, at most 3 times',
      '',
      'Body (application/json):',
      '',
      '```json',
      ...JSON.stringify(WORKFLOW.steps[1].requestBody.payload, null, 2).split('\n'),
      '```',
      '',
    ]);
  });
});
