import { sampleCases } from '@context-sync/test-tier';
import { type ActionResult, listSecretForms, startService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { type RequestHandler, respondWith, startHostileService } from './hostile-service.ts';

/** An API key with every character that any of the encodings escapes. */
const KEY = 'csk_"a\\b+c/d%e=f&g<h>i~0123456789';
const DEBUG = { ACTIONS_STEP_DEBUG: 'true', ACTIONS_RUNNER_DEBUG: 'true', RUNNER_DEBUG: '1', NODE_DEBUG: '' };

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await Sandbox.create();
});
afterEach(() => sandbox.cleanup.close());

/** Returns the Authorization header and the API key in every form in which a server might return them. */
function echoes(authorization: string): readonly string[] {
  const key = authorization.replace(/^Bearer /, '');
  const bytes = Buffer.from(authorization);
  return [
    authorization,
    encodeURIComponent(key),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    Buffer.from(`x${key}`).toString('base64'),
    JSON.stringify({ authorization }),
  ];
}

/** Returns a request handler that repeats the API key in every part of its responses. */
function createEcho(status: number, isEchoed: (method: string, path: string) => boolean): RequestHandler {
  return (request, response, path) => {
    const authorization = request.headers.authorization ?? '';
    if (!isEchoed(request.method ?? '', path)) {
      respondWith(response, 200, path === '/openapi.json' ? { openapi: '3.1.0', paths: {} } : {});
      return;
    }
    const message = `You sent ${echoes(authorization).join(' and ')}`;
    respondWith(
      response,
      status,
      { error: { code: authorization, message, requestId: authorization }, requestId: authorization },
      {
        'x-request-id': authorization,
        'www-authenticate': authorization,
        location: `/${encodeURIComponent(authorization)}`,
      },
    );
  };
}

describe('the API key of the run', () => {
  it.each(
    sampleCases<[string, number, (method: string, path: string) => boolean, RegExp]>(
      [
        ['a 401 response', 401, () => true, /::error::api-key: /],
        ['a failing service', 500, (_method, path) => path !== '/openapi.json', /::error::service: .*500/],
        ['a service that fails to serve its OpenAPI document', 500, (_method, path) => path === '/openapi.json', /500/],
        ['a service that fails to create items', 500, (method) => method === 'POST', /500/],
        ['a service that rejects items', 422, (method) => method === 'POST', /422/],
        ['a redirect', 307, () => true, /::error::base-url: .*redirect/],
      ],
      3,
    ),
  )(
    'the API key is not exposed when it is repeated by %s',
    async (_name, status, isEchoed, toldPattern) => {
      const service = await startHostileService(sandbox.cleanup, createEcho(status, isEchoed));
      const target = { url: service.url, key: KEY, project: 'octo-api' };
      await sandbox.configure({ 'max-minutes': 1 });
      for (const mode of ['auto', 'doctor']) {
        const result = await sandbox.run(target, { mode }, { env: DEBUG });
        if (mode === 'auto') expect(result.stdout).toMatch(toldPattern);
      }
      expect(service.requests.length).toBeGreaterThan(0);
    },
    150_000,
  );

  it('the API key is not sent to the target of a redirect whose URL contains it', async () => {
    const elsewhereService = await startHostileService(sandbox.cleanup, (_request, response) =>
      respondWith(response, 200, {}),
    );
    const service = await startHostileService(sandbox.cleanup, (request, response, path) => {
      const key = encodeURIComponent(request.headers.authorization ?? '');
      respondWith(response, 308, {}, { location: `${elsewhereService.url}${path}?key=${key}` });
    });
    const result = await sandbox.run({ url: service.url, key: KEY, project: 'octo-api' }, {}, { env: DEBUG });
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toMatch(/::error::base-url: .*redirect to http:\/\/127\.0\.0\.1:\d+/);
    expect(elsewhereService.requests).toEqual([]);
  });

  it('the API key is not exposed if the docs contain it in any encoding', async () => {
    const base = await sandbox.repository.head();
    const forms = listSecretForms(KEY).map(({ name, text }) => `## ${name}\n\n\`${text}\`\n`);
    await sandbox.repository.commit('Careless', {
      'docs/key.md': `# Key\n\n${forms.join('\n')}`,
      [`docs/x ${KEY.replace('/', '')}.md`]: '# X\n',
    });
    const pull = await PullRequest.open(sandbox, 'Careless', base);
    const target = { url: 'http://127.0.0.1:2', key: KEY, project: 'octo-api' };
    const result = await pull.run(target, { 'api-key': KEY }, { env: DEBUG });
    expect(result.exitCode).toBe(1);
    expect((await pull.bodies())[0]).toContain('the plan failed');
    // A file name can also contain the API key, and the log contains the name even if the file is not read.
    await sandbox.repository.git('rm', '--quiet', 'docs/key.md');
    await sandbox.repository.git('mv', `docs/x ${KEY.replace('/', '')}.md`, `docs/x ${encodeURIComponent(KEY)}.bin`);
    await sandbox.repository.commit('Careful', { 'docs/other.md': '# Other\n' });
    await sandbox.configure({ include: '**' });
    const named = await pull.run(target, { 'api-key': KEY }, { env: DEBUG });
    expect(named.exitCode).toBe(0);
    expect((await pull.bodies())[0]).toContain('***');
  });

  it('the API key is sent only to the platform in a successful run with debug logging', async () => {
    const service = await startService(sandbox.cleanup);
    const result = await sandbox.run(service, {}, { env: DEBUG });
    expect(result).toMatchObject({ exitCode: 0, outputs: { created: '3' } });
    expect(result.stdout).toContain('::add-mask::');
  });

  it('the API key is not exposed if the GitHub token is invalid', async () => {
    const result = await sandbox.run(
      { url: 'http://127.0.0.1:2', key: KEY, project: 'octo-api' },
      {},
      { token: 'ghs_"wrong\\+token/%=', env: DEBUG },
    );
    expect(result.exitCode).toBe(1);
  });
});

describe('the search for secrets', () => {
  const encodings = ['String', 'JSON.stringify', 'encodeURIComponent'].map((encoding) => `${encoding}(key)`);
  const plants: readonly [string, string][] = [
    ...[
      ...encodings,
      ...['base64', 'base64url', 'hex'].flatMap((form) =>
        ['', 'x', 'xy'].map((before) => `Buffer.from('${before}' + key + 'z').toString('${form}')`),
      ),
    ].map((expression): [string, string] => [`in the log as ${expression}`, `console.log('ok ' + ${expression})`]),
    ['on stderr', 'console.error(key)'],
    ['as a mask on stderr', "console.error('::add-mask::' + key)"],
    ['in the summary', 'fs.appendFileSync(process.env.GITHUB_STEP_SUMMARY, key)'],
    ['in an output', "fs.appendFileSync(process.env.GITHUB_OUTPUT, 'changed<<E\\n' + key + '\\nE\\n')"],
    ['in the environment of later steps', "fs.appendFileSync(process.env.GITHUB_ENV, 'A=' + key)"],
    ['in a file next to the plan', "fs.writeFileSync(process.env.RUNNER_TEMP + '/plan.json', key)"],
    [
      'in a request to GitHub',
      "await fetch(process.env.GITHUB_API_URL + '/repos/octo-org/api/git/ref/heads/' + encodeURIComponent(key))",
    ],
    ['in the log: the GitHub token', "console.log(process.env['INPUT_GITHUB-TOKEN'])"],
  ];

  it.each(sampleCases(plants, 3))('the search for secrets finds a planted secret: %s', async (_name, plantedSecret) => {
    const code = `import fs from 'node:fs'; const key = process.env['INPUT_API-KEY']; ${plantedSecret};`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(code).toString('base64')}` };
    const run: Promise<ActionResult> = sandbox.run(
      { url: 'http://127.0.0.1:2', key: KEY, project: 'octo-api' },
      { mode: 'plan' },
      { env },
    );
    await expect(run).rejects.toThrow(/^the run leaked:\n(?:the key|the token) .*, in /);
  });
});
