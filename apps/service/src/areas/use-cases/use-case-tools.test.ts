import { describe, expect, it } from 'vitest';
import { call, ERAS, openMcp } from '../../testing/mcp.fixture.ts';
import { OPENAPI_DOCUMENT, OWN_PROJECT, projectPath } from '../../testing/service.fixture.ts';
import { WORKFLOW } from './workflow.fixture.ts';

interface Listed {
  readonly useCases: readonly { readonly id: string; readonly workflowId: string; readonly problems: number }[];
}

describe.each(ERAS)('use cases with a %s client', (era) => {
  it('the tools list_use_cases and get_use_case return use cases, and without a key only public ones', async () => {
    const { sendRequest, connect, store } = await openMcp();
    await sendRequest('PUT', projectPath('/api-description'), { json: OPENAPI_DOCUMENT });
    const post = (json: object) => sendRequest('POST', projectPath('/use-cases'), { json });
    await post({ workflow: WORKFLOW });
    await post({ workflow: { ...WORKFLOW, workflowId: 'return-a-pet', summary: 'Return a pet' }, public: true });
    const client = await connect(era);
    const listedResult = await call<Listed>(client, 'list_use_cases', { project: OWN_PROJECT });
    expect(listedResult.text.split('\n')).toEqual([
      `Use cases of ${OWN_PROJECT}:`,
      '- adopt-a-pet: Adopt a pet (2 steps)',
      '- return-a-pet: Return a pet (2 steps)',
    ]);
    const [first] = listedResult.data.useCases;
    expect(first).toMatchObject({ workflowId: 'adopt-a-pet', problems: 1 });
    for (const useCase of ['adopt-a-pet', first?.id ?? '']) {
      const { isError, data, text } = await call<object>(client, 'get_use_case', { project: OWN_PROJECT, useCase });
      expect([isError, text.includes('### 2. reserve')]).toEqual([false, true]);
      expect(data).toMatchObject({ title: 'Adopt a pet', workflow: WORKFLOW });
    }
    const unknown = await call(client, 'get_use_case', { project: OWN_PROJECT, useCase: 'nothing' });
    expect([unknown.isError, unknown.text]).toEqual([true, expect.stringContaining('list_use_cases lists them')]);

    await store.accounts.setAnonymousMcp(OWN_PROJECT, true);
    const anonymous = await connect(era, null);
    const open = await call<Listed>(anonymous, 'list_use_cases', {});
    expect(open.data.useCases.map(({ workflowId }) => workflowId)).toEqual(['return-a-pet']);
    expect((await call(anonymous, 'get_use_case', { useCase: 'adopt-a-pet' })).isError).toBe(true);
    expect((await call(anonymous, 'get_use_case', { useCase: 'return-a-pet' })).isError).toBe(false);
  });
});
