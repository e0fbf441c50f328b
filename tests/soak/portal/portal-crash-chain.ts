import assert from 'node:assert/strict';
import {
  type ActionResult,
  type FaultDecider,
  type FaultProxy,
  type KillPoint,
  KillSwitch,
  startFaultProxy,
  startService,
  type TestService,
} from '@context-sync/testkit';
import { CONFIG_PATH, Sandbox } from '../../sandbox/sandbox.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
/** The docs of the first push. */
const FIRST = {
  [CONFIG_PATH]: 'publish: true\npublic: true\nconnect: false\n',
  'docs/index.md': '# Welcome\n\nSee the [limits](limits.md).\n\n![Logo](img/logo.svg)\n',
  'docs/limits.md': '# Limits\n\nSixty requests a minute.\n',
  'docs/errors.md': '# Errors\n\nEach error has a code.\n',
  'docs/img/logo.svg': SVG,
};
/** Edits that move, create, update and delete pages and files, and change the navigation. Each edit reverts the other one. */
const EDITS = [
  {
    'docs/index.md': '# Welcome\n\nSee the [limits](guides/limits.md).\n\n![Logo](img/sign.svg)\n',
    'docs/limits.md': null,
    'docs/guides/limits.md': '# Limits\n\nSixty requests a minute.\n',
    'docs/errors.md': null,
    'docs/new.md': '# New\n\nA new page.\n',
    'docs/img/logo.svg': null,
    'docs/img/sign.svg': SVG.replace('/>', '><g/></svg>'),
  },
  { ...FIRST, 'docs/guides/limits.md': null, 'docs/new.md': null, 'docs/img/sign.svg': null },
] as const;
const PATHS = ['index', 'limits', 'errors', 'guides/limits', 'new'];
/** Time in milliseconds after which a run is treated as hanging. Runs of other tests on the same machine can make it slow. */
const RUN_TIMEOUT_MS = 600_000;

/** What readers and the API see of the portal after each edit. */
interface PublishedState {
  readonly pages: readonly unknown[];
  readonly files: readonly unknown[];
  readonly navigation: unknown;
  readonly statuses: readonly number[];
}

interface ChainParts {
  readonly sandbox: Sandbox;
  readonly service: TestService;
  readonly killSwitch: KillSwitch;
  readonly proxies: readonly [service: FaultProxy, github: FaultProxy];
}

/** One portal that is published again and again, with runs that are killed while they publish it. */
export class PortalCrashChain {
  readonly #parts: ChainParts;
  readonly #expected: PublishedState[] = [];
  #edits = 0;
  #attempts = 0;

  private constructor(parts: ChainParts) {
    this.#parts = parts;
  }

  /** Publishes the docs, and each edit once without a kill. */
  static async start(): Promise<PortalCrashChain> {
    const sandbox = await Sandbox.create(FIRST);
    const service = await startService(sandbox.cleanup);
    const killSwitch = new KillSwitch();
    const decide = killSwitch.decide('service');
    // Kills at requests for items are the task of the other crash tests.
    const decideForPortal: FaultDecider = (method, path) => (path.includes('/docs/') ? decide(method, path) : 'none');
    const proxies = [
      await startFaultProxy(sandbox.cleanup, service.url, decideForPortal),
      await startFaultProxy(sandbox.cleanup, sandbox.github.apiUrl, killSwitch.decide('github')),
    ] as const;
    const chain = new PortalCrashChain({ sandbox, service, killSwitch, proxies });
    await chain.#publishPortal();
    await chain.#runToEnd();
    for (const _edit of EDITS) {
      await chain.#edit();
      await chain.#runToEnd();
      chain.#expected.push(await chain.#read());
    }
    assert.deepEqual(chain.#expected[0]?.statuses, [308, 308, 410, 200, 200]);
    assert.deepEqual(chain.#expected[1]?.statuses, [308, 200, 200, 308, 410]);
    return chain;
  }

  close(): Promise<void> {
    return this.#parts.sandbox.cleanup.close();
  }

  /**
   * Publishes an edit with a run that is killed, and then with another run. Checks that the portal is the same as without the kill, and that a third run
   * writes nothing.
   * @returns whether the run was killed
   */
  async publishWithKill(point: KillPoint): Promise<boolean> {
    const { killSwitch, proxies } = this.#parts;
    const expected = this.#expected[this.#edits % EDITS.length];
    await this.#edit();
    await this.#run(point);
    const isKilled = killSwitch.fired;
    await this.#runToEnd();
    killSwitch.release();
    await this.#waitUntilIdle();
    const place = `after a kill at ${JSON.stringify(point)}`;
    assert.deepEqual(await this.#read(), expected, place);
    const countWrites = () => proxies[0].requests.filter((request) => !request.startsWith('GET')).length;
    const writesBefore = countWrites();
    const { outputs } = await this.#runToEnd();
    assert.deepEqual([outputs.changed, countWrites() - writesBefore], ['false', 0], place);
    assert.deepEqual(await this.#read(), expected, place);
    return isKilled;
  }

  async #edit(): Promise<void> {
    const edit = EDITS[this.#edits % EDITS.length] ?? EDITS[0];
    this.#edits += 1;
    await this.#parts.sandbox.repository.commit(`Edit ${this.#edits}`, edit);
  }

  async #runToEnd(): Promise<ActionResult> {
    const result = await this.#run(undefined);
    assert.equal(result.exitCode, 0, result.stdout);
    return result;
  }

  /** Runs the action. All runs are attempts of the same run, so that a run does not wait until the lease of a killed attempt has expired. */
  async #run(point: KillPoint | undefined): Promise<ActionResult> {
    const { sandbox, service, killSwitch, proxies } = this.#parts;
    killSwitch.arm(point);
    this.#attempts += 1;
    let timer: NodeJS.Timeout | undefined;
    const result = await sandbox.run(
      { ...service, url: proxies[0].url },
      {},
      {
        github: { ...sandbox.github, apiUrl: proxies[1].url },
        runId: '1',
        attempt: this.#attempts,
        started: (child) => {
          killSwitch.attach(child);
          timer = setTimeout(() => child.kill('SIGKILL'), RUN_TIMEOUT_MS);
        },
      },
    );
    clearTimeout(timer);
    await this.#waitUntilIdle();
    return result;
  }

  async #waitUntilIdle(): Promise<void> {
    for (const proxy of this.#parts.proxies) await proxy.waitUntilIdle();
  }

  async #publishPortal(): Promise<void> {
    const { url, key, project } = this.#parts.service;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = '{"published":true}';
    await fetch(`${url}/api/v1/projects/${project}/docs/settings`, { method: 'PUT', headers, body });
  }

  async #read(): Promise<PublishedState> {
    const { url, key, project } = this.#parts.service;
    const get = async (path: string): Promise<Record<string, unknown[]>> => {
      const headers = { authorization: `Bearer ${key}` };
      return (await fetch(`${url}/api/v1/projects/${project}/docs${path}`, { headers })).json() as never;
    };
    const { pages = [] } = await get('/pages');
    const { assets = [] } = await get('/assets');
    const { navigation } = await get('/settings');
    const texts = pages as { path: string; title: string }[];
    const statuses = PATHS.map(async (path) => {
      return (await fetch(`${url}/p/${project}/${path}`, { redirect: 'manual' })).status;
    });
    return {
      pages: texts.map(({ path, title }) => [path, title]),
      files: (assets as { path: string; sha256: string }[]).map(({ path, sha256 }) => [path, sha256]),
      navigation,
      statuses: await Promise.all(statuses),
    };
  }
}
