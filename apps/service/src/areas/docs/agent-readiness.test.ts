import { computeScore, runChecks } from 'afdocs';
import { expect, it, onTestFinished } from 'vitest';
import { listen, SERVER_TIMEOUTS } from '../../platform/connections/listen.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';

const PAGES = Array.from({ length: 8 }, (_, index) => ({
  path: index === 0 ? 'index' : `guides/page-${index}`,
  title: `Page ${index}`,
  description: `What page ${index} is about`,
  markdown: `See [the next page](/guides/page-${(index % 7) + 1}.md).\n\n## Install\n\n\`\`\`sh\nnpm install pets\n\`\`\`\n\n## Call\n\n${'More text about pets. '.repeat(40)}\n`,
}));

it('the portal passes the checks of the Agent-Friendly Documentation Spec with 100 of 100', async () => {
  const { app, sendRequest } = await openService();
  await sendRequest('POST', projectPath('/docs/pages-batch'), {
    text: PAGES.map((line) => `${JSON.stringify(line)}\n`).join(''),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  await sendRequest('PUT', projectPath('/docs/settings'), {
    json: { title: 'Pets API', description: 'All about pets', published: true },
  });
  const listening = await listen((request, bindings) => app.fetch(request, bindings as object), {
    host: '127.0.0.1',
    port: 0,
    limits: SERVER_TIMEOUTS,
  });
  onTestFinished(() => listening.close(1_000));
  const report = await runChecks(`http://localhost:${listening.port}/p/${OWN_PROJECT}`, { requestDelay: 0 });
  const failedResults = report.results.filter(({ status }) => status === 'fail' || status === 'error');
  expect(failedResults.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(report.results.length).toBeGreaterThan(20);
  expect(computeScore(report).overall).toBe(100);
}, 60_000);
