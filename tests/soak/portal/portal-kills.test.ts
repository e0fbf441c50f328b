import { type KillAtRequest, KillSwitch, startFaultProxy, startService, type TestService } from '@context-sync/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { CONFIG_PATH, Sandbox } from '../../sandbox/sandbox.ts';

const BEFORE = {
  [CONFIG_PATH]: 'publish: true\npublic: true\nconnect: false\n',
  'docs/index.md': '# Welcome\n\nSee the [limits](limits.md).\n\n![Logo](img/logo.svg)\n',
  'docs/limits.md': '# Limits\n\nSixty requests a minute.\n',
  'docs/errors.md': '# Errors\n\nEach error has a code.\n',
  'docs/img/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};
const AFTER = {
  'docs/index.md': '# Welcome\n\nSee the [limits](guides/limits.md).\n\n![Logo](img/sign.svg)\n',
  'docs/limits.md': null,
  'docs/guides/limits.md': '# Limits\n\nSixty requests a minute.\n',
  'docs/errors.md': null,
  'docs/new.md': '# New\n\nA new page.\n',
  'docs/img/logo.svg': null,
  'docs/img/sign.svg': '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>',
};
const MOMENTS = ['before', 'after', 'late'] as const;
/** Upper bound for the number of requests that the run sends to each server. */
const MAX_REQUESTS = 60;
/**
 * Each kill moment is tested at every 16th request, starting at a different request for each moment: after a killed deletion of items, the next run waits
 * for 90 seconds.
 */
const STEP = 16;

async function readPortal({ url, key, project }: TestService) {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(`${url}/api/v1/projects/${project}/docs${path}`, { headers })).json();
  };
  const { pages } = (await get('/pages')) as { pages: { path: string; title: string }[] };
  const { assets } = (await get('/assets')) as { assets: { path: string }[] };
  const { navigation } = (await get('/settings')) as { navigation: unknown };
  const status = async (path: string) => (await fetch(`${url}/p/${project}/${path}`, { redirect: 'manual' })).status;
  return {
    pages: pages.map(({ path, title }) => [path, title]),
    files: assets.map(({ path }) => path),
    navigation,
    statuses: [await status('limits'), await status('errors'), await status('guides/limits')],
  };
}

async function open() {
  const sandbox = await Sandbox.create(BEFORE);
  onTestFinished(() => sandbox.cleanup.close());
  const service = await startService(sandbox.cleanup);
  const killSwitch = new KillSwitch();
  const serviceProxy = await startFaultProxy(sandbox.cleanup, service.url, killSwitch.decide('service'));
  const githubProxy = await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, killSwitch.decide('github'));
  const run = () =>
    sandbox.run(
      { ...service, url: serviceProxy.url },
      {},
      { github: { ...sandbox.github, apiUrl: githubProxy.url }, started: killSwitch.attach },
    );
  const settings = `${service.url}/api/v1/projects/${service.project}/docs/settings`;
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
  await fetch(settings, { method: 'PUT', headers, body: '{"published":true}' });
  const waitUntilIdle = async () => {
    await serviceProxy.waitUntilIdle();
    await githubProxy.waitUntilIdle();
  };
  return { sandbox, service, killSwitch, run, waitUntilIdle };
}

/** Publishes a change with a run that is killed at a request, and then with another run. @returns whether the run was killed */
async function publishWithKill(point: KillAtRequest, expected: unknown): Promise<boolean> {
  const { sandbox, service, killSwitch, run, waitUntilIdle } = await open();
  expect((await run()).exitCode).toBe(0);
  await sandbox.repository.commit('Edit', AFTER);
  killSwitch.arm(point);
  await run();
  await waitUntilIdle();
  const isKilled = killSwitch.fired;
  killSwitch.arm(undefined);
  const second = await run();
  expect(second.exitCode, second.stdout).toBe(0);
  killSwitch.release();
  await waitUntilIdle();
  expect(await readPortal(service), JSON.stringify(point)).toEqual(expected);
  const thirdResult = await run();
  expect([thirdResult.exitCode, thirdResult.outputs.changed], JSON.stringify(point)).toEqual([0, 'false']);
  expect(await readPortal(service), JSON.stringify(point)).toEqual(expected);
  return isKilled;
}

const CASES = (['service', 'github'] as const).flatMap((side) => MOMENTS.map((moment) => [side, moment] as const));

it.each(CASES)(
  'a run that is killed at a write to %s (%s) is repaired by the next run',
  { timeout: 900_000 },
  async (side, moment) => {
    const reference = await open();
    await reference.run();
    await reference.sandbox.repository.commit('Edit', AFTER);
    await reference.run();
    const expected = await readPortal(reference.service);
    expect(expected).toMatchObject({
      pages: [
        ['guides/limits', 'Limits'],
        ['index', 'Welcome'],
        ['new', 'New'],
      ],
      files: ['img/sign.svg'],
      statuses: [308, 410, 200],
    });
    let kills = 0;
    for (let nth = 1 + MOMENTS.indexOf(moment); nth < MAX_REQUESTS; nth += STEP) {
      if (!(await publishWithKill({ side, nth, writes: true, moment }, expected))) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
  },
);
