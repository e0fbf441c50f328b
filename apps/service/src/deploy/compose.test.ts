import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { mergeBatches } from '../areas/logs/clickhouse/batch-ranges.ts';
import { openClickHouse } from '../areas/logs/clickhouse/clickhouse-client.ts';
import { createCommittedCondition } from '../areas/logs/clickhouse/log-batches.ts';
import {
  type ClickHouseServer,
  isClickHouseInstalled,
  startClickHouse,
} from '../areas/logs/clickhouse/server.fixture.ts';
import { openPostgresStore } from '../open-postgres-store.ts';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { createLoad } from '../platform/database/behavior/load.fixture.ts';
import { type PostgresServer, query, startPostgres } from '../platform/database/postgres/server.fixture.ts';
import { requireProgram } from '../testing/debian-package.fixture.ts';
import { findFreePort } from '../testing/free-port.fixture.ts';
import { populate } from '../testing/service.fixture.ts';
import { MAIN_SOURCE } from '../testing/sources.fixture.ts';
import { listTexts, parseExecForm, ROOT, readEnvironment, readStages } from './containerfile.fixture.ts';

interface ComposeService {
  readonly image: string;
  readonly profiles: readonly string[];
  readonly restart?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly resources: { readonly limits: { readonly memory: string; readonly cpus: string } } };
}

const FOLDER = join(ROOT, 'apps/service/deploy');
const compose = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};
const services = Object.entries(compose.services);
const image = readStages().at(-1);

describe('compose.yaml', () => {
  it.each(services)(
    'the service %s of compose.yaml restarts, has resource limits, and has a health check',
    (_name, { restart, deploy, healthcheck, image: from }) => {
      expect(restart).toBe('unless-stopped');
      expect(deploy?.resources.limits).toEqual({
        cpus: expect.any(String),
        memory: expect.stringMatching(/^\d+[MG]$/),
      });
      expect(healthcheck !== undefined || from === 'context-sync-service').toBe(true);
      expect(from === 'context-sync-service' || /:\d+/.test(from)).toBe(true);
    },
  );

  it.each(services)(
    'every network, volume and secret that the service %s of compose.yaml uses exists',
    (_name, each) => {
      for (const secret of each.secrets ?? []) expect(compose.secrets[secret]?.file).toBe(`./secrets/${secret}`);
      for (const network of each.networks ?? []) expect(Object.keys(compose.networks)).toContain(network);
      for (const volume of each.volumes ?? []) {
        const [source = ''] = volume.split(':');
        if (source.startsWith('./')) expect(existsSync(join(FOLDER, source)), source).toBe(true);
        else expect(Object.keys(compose.volumes)).toContain(source);
      }
      for (const name of Object.keys(each.depends_on ?? {})) {
        for (const profile of each.profiles) expect(compose.services[name]?.profiles).toContain(profile);
      }
    },
  );

  it('the databases of compose.yaml publish no port, and only the service is in the network of the databases', () => {
    for (const name of ['postgres', 'clickhouse']) {
      expect(compose.services[name]?.ports).toBeUndefined();
      expect(compose.services[name]?.networks).toEqual(['database']);
    }
    expect(compose.networks.database?.internal).toBe(true);
    const others = services.filter(([, each]) => each.networks?.includes('database')).map(([name]) => name);
    expect(others).toEqual(['service', 'service-1', 'service-2', 'postgres', 'clickhouse']);
  });

  it('in compose.yaml, the service starts after its databases, and the proxy after each process that it sends requests to', () => {
    const healthy = { condition: 'service_healthy' };
    const { service, caddy, balancer, 'service-1': first, 'service-2': second } = compose.services;
    expect(service?.depends_on).toEqual({ postgres: healthy });
    for (const each of [first, second]) expect(each?.depends_on).toEqual({ postgres: healthy, clickhouse: healthy });
    for (const proxy of [caddy, balancer]) {
      const upstreams = (proxy?.environment?.UPSTREAM ?? '').split(' ').map((each) => each.replace(/:8787$/, ''));
      expect(proxy?.depends_on).toEqual(Object.fromEntries(upstreams.map((name) => [name, healthy])));
      expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(upstreams));
    }
  });

  it('compose.yaml contains no password', () => {
    for (const [, { environment = {} }] of services)
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(name).toMatch(/_FILE$/);
        expect(value).not.toMatch(/:\/\/[^/]*:[^/]*@/);
      }
  });

  it('compose.yaml publishes the ports of the service only on the loopback address', () => {
    for (const name of ['embedded', 'service', 'service-1', 'service-2'])
      for (const port of compose.services[name]?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

it('host-the-service.md documents the load balancing of the Caddyfile', () => {
  const listDirectives = (text: string) =>
    [...text.matchAll(/^\s+((?:lb|fail|health)_\w+ .*)$/gm)].map(([, directive]) => directive);
  const guide = readFileSync(join(ROOT, 'docs/how-to/host-the-service.md'), 'utf8');
  const directives = listDirectives(readFileSync(join(FOLDER, 'Caddyfile'), 'utf8'));
  expect(directives).toHaveLength(6);
  expect(listDirectives(guide)).toEqual(directives);
});

describe('the programs of compose.yaml', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  const start = (command: string, args: readonly string[], env: Readonly<Record<string, string>>, cwd: string) => {
    const child = spawn(command, args, {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => void output.push(text));
    const exited = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    return { exited, stop: () => child.kill('SIGTERM'), kill: () => child.kill('SIGKILL'), output };
  };
  const run = async (command: readonly string[], env: Readonly<Record<string, string>>) => {
    const { exited, output } = start(command[0] ?? '', command.slice(1), env, ROOT);
    const [code] = await exited;
    return { code, output: output.join('') };
  };
  /** Requests a URL until the server listens. */
  const fetchWhenListening = async (url: string): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await fetch(url);
      } catch (error) {
        if (attempt === 600) throw error;
        await setTimeout(100);
      }
    }
  };
  /** Replaces the variables of compose.yaml that have defaults, such as `${NAME:-}`, by their defaults. */
  const setDefaults = (environment: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')]),
    );
  /** Starts a service of compose.yaml with the environment variables of the image, and the variables and the command of the file. */
  const startService = async (name: string, variables: Readonly<Record<string, string>>, folder: string) => {
    const { command = [], environment = {} } = compose.services[name] ?? {};
    expect(parseExecForm(listTexts(image, 'ENTRYPOINT')[0])[0]).toBe('node');
    const port = variables.CONTEXT_SYNC_PORT ?? String(await findFreePort());
    const own = { CONTEXT_SYNC_HOST: '127.0.0.1', CONTEXT_SYNC_PORT: port, ...variables };
    const program = start(
      process.execPath,
      [...MAIN_SOURCE, ...command],
      { ...readEnvironment(image), ...setDefaults(environment), ...own },
      folder,
    );
    expect((await fetchWhenListening(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
    return { ...program, port };
  };

  /** Starts Caddy with the Caddyfile in front of processes of the service. */
  const startCaddy = async (ports: readonly string[], folder: string) => {
    requireProgram('caddy', 'caddy');
    const [site, adminPort] = [await findFreePort(), await findFreePort()];
    const sites = {
      SITE_ADDRESS: `http://127.0.0.1:${site}`,
      UPSTREAM: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    };
    const adaptedConfig = await run(
      ['caddy', 'adapt', '--config', join(FOLDER, 'Caddyfile'), '--adapter', 'caddyfile'],
      sites,
    );
    expect(adaptedConfig.code, adaptedConfig.output).toBe(0);
    // The default port of Caddy's admin API may be in use on this machine.
    const configuration = { ...JSON.parse(adaptedConfig.output), admin: { listen: `127.0.0.1:${adminPort}` } };
    writeFileSync(join(folder, 'caddy.json'), JSON.stringify(configuration));
    start('caddy', ['run', '--config', join(folder, 'caddy.json')], {}, folder);
    return { url: sites.SITE_ADDRESS, adminPort };
  };

  it('with the profile "embedded", the service starts with SQLite and stops on SIGTERM', async () => {
    const folder = scratchFolder();
    const DATABASE_URL = (compose.services.embedded?.environment?.DATABASE_URL ?? '').replace('/data', folder);
    const { stop, exited } = await startService('embedded', { DATABASE_URL }, folder);
    expect(existsSync(join(folder, 'context-sync.db'))).toBe(true);
    stop();
    expect(await exited).toEqual([0, null]);
  });

  it('with the profile "postgres", the service responds through Caddy and reads the database URL from a secret', async () => {
    const folder = scratchFolder();
    const admin = new URL(await server.database());
    const { POSTGRES_USER: user, POSTGRES_DB: name } = compose.services.postgres?.environment ?? {};
    await query(admin.href, `CREATE ROLE ${user} LOGIN PASSWORD 'one'`);
    await query(admin.href, `CREATE DATABASE ${name} OWNER ${user}`);
    const [command = '', ...options] = compose.services.postgres?.healthcheck?.test.slice(1) ?? [];
    expect(command).toBe('pg_isready');
    expect((await run([command, ...options], { PGHOST: '127.0.0.1', PGPORT: admin.port })).code).toBe(0);

    // The guide uses this URL, whose host is the name of the container.
    const secret = join(folder, 'database_url');
    writeFileSync(secret, `postgres://${user}:one@127.0.0.1:${admin.port}/${name}\n`);
    expect(compose.services.service?.environment?.DATABASE_URL_FILE).toBe('/run/secrets/database_url');
    const mcp = { CONTEXT_SYNC_MCP_HOSTS: 'localhost' };
    const { port } = await startService('service', { DATABASE_URL_FILE: secret, ...mcp }, folder);

    const { url, adminPort } = await startCaddy([port], folder);
    expect((await fetchWhenListening(`${url}/ready`)).status).toBe(200);
    const [probe = '', ...probeOptions] = compose.services.caddy?.healthcheck?.test.slice(1) ?? [];
    const health = await run([probe, ...probeOptions.map((each) => each.replace(':2019', `:${adminPort}`))], {});
    expect(health).toEqual({ code: 0, output: expect.stringContaining('"apps"') });
  });

  describe.skipIf(!isClickHouseInstalled())('with ClickHouse', () => {
    let clickHouse: ClickHouseServer;
    beforeAll(async () => {
      clickHouse = await startClickHouse();
    });
    afterAll(() => clickHouse.stop());

    it('with the profile "clickhouse", Caddy sends requests to two processes, also while one of them is killed and restarts', async () => {
      const folder = scratchFolder();
      const [ping = '', ...pingOptions] = compose.services.clickhouse?.healthcheck?.test.slice(1) ?? [];
      const engine = new URL(clickHouse.getUrl('compose').replace('clickhouse:', 'http:'));
      expect(await run([ping, ...pingOptions.map((each) => each.replace(':8123', `:${engine.port}`))], {})).toEqual({
        code: 0,
        output: expect.stringContaining('Ok.'),
      });
      const system = openClickHouse(clickHouse.getUrl('default'));
      await system.rewrite('CREATE DATABASE compose');
      await system.close();
      const logs = openClickHouse(clickHouse.getUrl('compose'));
      onTestFinished(() => logs.close());
      const databaseUrl = await server.database();
      const secrets = { DATABASE_URL_FILE: join(folder, 'database_url'), LOGS_URL_FILE: join(folder, 'logs_url') };
      writeFileSync(secrets.DATABASE_URL_FILE, `${databaseUrl}\n`);
      writeFileSync(secrets.LOGS_URL_FILE, `${clickHouse.getUrl('compose')}\n`);
      for (const name of ['service-1', 'service-2']) {
        expect(compose.services[name]?.environment).toMatchObject({
          DATABASE_URL_FILE: '/run/secrets/database_url',
          LOGS_URL_FILE: '/run/secrets/logs_url',
        });
      }
      // Both processes start at the same time, and both create the tables.
      const [first, second] = await Promise.all([
        startService('service-1', secrets, folder),
        startService('service-2', secrets, folder),
      ]);
      const store = await openPostgresStore(databaseUrl);
      const keys = await populate(store);
      await store.close();
      const { url } = await startCaddy([first.port, second.port], folder);
      expect((await fetchWhenListening(`${url}/ready`)).status).toBe(200);
      const load = createLoad(keys.ann, { writers: 4, persistent: true });
      const waitForWrites = async (count: number) => {
        const enough = load.acknowledged.size + count;
        while (load.acknowledged.size < enough) await setTimeout(10);
      };
      const end = load.run(url);
      await waitForWrites(40);
      first.kill();
      await first.exited;
      // These writes reach the second process.
      await waitForWrites(40);
      await startService('service-1', { ...secrets, CONTEXT_SYNC_PORT: first.port }, folder);
      second.kill();
      await second.exited;
      await waitForWrites(40);
      await end();
      await load.waitUntilIdle(url);
      // Logs of transactions that a kill has interrupted stay in the table until the service removes them. No search returns them.
      const openBatches = await query(databaseUrl, 'SELECT number FROM log_batches ORDER BY number');
      const committedCondition = createCommittedCondition(mergeBatches(openBatches.map((row) => Number(row.number))));
      const rows = await logs.all(`SELECT url FROM logs WHERE ${committedCondition}`);
      const items = await query(databaseUrl, 'SELECT title FROM context_items');
      const names = [...rows.map((row) => String(row.url)), ...items.map((row) => String(row.title))];
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(names).size).toBe(names.length);
      expect([...load.acknowledged].filter((name) => !names.includes(name))).toEqual([]);
      expect([...load.refused].filter((name) => names.includes(name))).toEqual([]);
    });
  });
});
