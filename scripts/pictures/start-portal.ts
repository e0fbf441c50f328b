import { readLinkedFiles, readProjectDocs } from '../../apps/demo/src/project-docs.ts';
import {
  type Cleanup,
  GitRepository,
  runAction,
  startGitHub,
  startService,
  type TestService,
} from '../../packages/testkit/src/index.ts';

/** The colors of the portal, as in the demo. */
const ACCENT_COLOR = { light: '#0a6b45', dark: '#5fd6a4' };
/** The URL that replaces the URL of the local service, whose port changes with each run. */
const SHOWN_URL = 'https://sync.example.com';

/** Publishes the docs of this project and the API reference of the service as a portal, with the shipped action. @returns the URL of the portal */
export async function startPortal(cleanup: Cleanup): Promise<string> {
  const service = await startService(cleanup);
  const github = await startGitHub(cleanup);
  const repository = await GitRepository.create(cleanup);
  const settings = { '.github/context-sync.yml': 'publish: true\npublic: true\n' };
  const sha = await repository.commit('Write the docs', {
    ...(await readProjectDocs()),
    ...(await readLinkedFiles()),
    ...settings,
  });
  const inputs = { 'api-key': service.key, 'base-url': service.url, project: service.project, connect: 'false' };
  const result = await runAction(cleanup, { workspace: repository.path, github, sha, inputs });
  if (result.exitCode !== 0) throw new Error(`the action failed: ${result.stdout}${result.stderr}`);

  const openapi = (await send(service, 'GET', `${service.url}/openapi.json`)) as object;
  const project = `${service.url}/api/v1/projects/${service.project}`;
  await send(service, 'PUT', `${project}/api-description`, { ...openapi, servers: [{ url: SHOWN_URL }] });
  const current = (await send(service, 'GET', `${project}/docs/settings`)) as Readonly<Record<string, unknown>>;
  await send(service, 'PUT', `${project}/docs/settings`, {
    ...current,
    title: 'Context Sync',
    description: 'Docs of this project',
    published: true,
    publicReference: true,
    accentColor: ACCENT_COLOR,
  });
  return `${service.url}/p/${service.project}`;
}

/** @throws Error if the response is not a success */
async function send({ key }: TestService, method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url} failed with ${response.status}: ${await response.text()}`);
  return response.json();
}
