import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { createProject } from '../../cli.fixture.ts';
import { signInWithKey } from '../../testing/browser.fixture.ts';
import { LOG, OPENAPI_DOCUMENT, OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { foldTraffic } from '../metrics/fold-traffic.ts';
import { DOCUMENT, WORKFLOW } from './workflow.fixture.ts';

const PATH = `/projects/${OWN_PROJECT}/use-cases`;

describe('the pages of use cases', () => {
  it('the pages of use cases show the steps with the traffic of their operations', async () => {
    const { app, keys, sendRequest, create, store } = await openService();
    const ann = await signInWithKey(app, keys.ann);
    expect((await ann.open(PATH)).text).toContain('No use cases yet');
    await sendRequest('PUT', projectPath('/api-description'), { json: OPENAPI_DOCUMENT });
    const workflow = { ...WORKFLOW, summary: 'Adopt <b>a</b> pet' };
    const { body } = await sendRequest<{ id: string }>('POST', projectPath('/use-cases'), { json: { workflow } });
    const timestamp = new Date().toISOString();
    for (const status of [200, 200, 500, 200])
      await create({ ...LOG, url: '/pets', route: null, timestamp, status }, projectPath('/logs'));
    await foldTraffic(store);
    expect((await ann.open(PATH)).text).toContain('Adopt &lt;b&gt;a&lt;/b&gt; pet');
    const page = await ann.open(`${PATH}/${body.id}`);
    expect(page.status).toBe(200);
    for (const text of ['GET /pets', '25.0 %', 'gone', 'has no operation reservePet', '### 2. reserve'])
      expect(page.text).toContain(text);
    expect((await ann.open(`${PATH}/uc_0`)).status).toBe(404);
    const bob = await signInWithKey(app, keys.bob);
    for (const path of [PATH, `${PATH}/${body.id}`]) expect((await bob.open(path)).status).toBe(404);
  });
});

describe('import-use-cases', () => {
  it('import-use-cases imports an Arazzo document in YAML, and prints the problems of an invalid document', async () => {
    const { must, run, folder, file: database } = await createProject();
    const refuse = async (path: string) =>
      (await run(['import-use-cases', 'octo-api', path, '--database', database])).errors.join('\n');
    const file = join(folder, 'flows.arazzo.yaml');
    writeFileSync(file, stringify(DOCUMENT));
    expect(await must('import-use-cases', 'octo-api', file)).toEqual(['created: 2, updated: 0, unchanged: 0']);
    expect(await must('import-use-cases', 'octo-api', file)).toEqual(['created: 0, updated: 0, unchanged: 2']);
    writeFileSync(file, stringify({ ...DOCUMENT, workflows: [{ ...WORKFLOW, steps: [] }] }));
    expect(await refuse(file)).toContain('workflows[0].steps');
    expect(await refuse(join(folder, 'none.yaml'))).toContain('cannot be read');
  });
});
