import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { type PostgresServer, query, startPostgres } from '../platform/database/postgres/server.fixture.ts';
import { findFreePort } from '../testing/free-port.fixture.ts';
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

  it('the database of compose.yaml publishes no port, and only the service is in the network of the database', () => {
    const { postgres } = compose.services;
    expect(postgres?.ports).toBeUndefined();
    expect(postgres?.networks).toEqual(['database']);
    expect(compose.networks.database?.internal).toBe(true);
    const others = services.filter(([, each]) => each.networks?.includes('database')).map(([name]) => name);
    expect(others).toEqual(['service', 'postgres']);
  });

  it('compose.yaml contains no password', () => {
    for (const [, { environment = {} }] of services)
      for (const [name, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(name).toMatch(/_FILE$/);
        expect(value).not.toMatch(/:\/\/[^/]*:[^/]*@/);
      }
  });

  it('compose.yaml publishes the ports of the service only on the loopback address', () => {
    for (const name of ['embedded', 'service'])
      for (const port of compose.services[name]?.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
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
    return { exited, stop: () => child.kill('SIGTERM'), output };
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
    const port = String(await findFreePort());
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

    const [site, adminPort] = [await findFreePort(), await findFreePort()];
    const sites = { SITE_ADDRESS: `http://127.0.0.1:${site}`, UPSTREAM: `127.0.0.1:${port}` };
    const adaptedConfig = await run(
      ['caddy', 'adapt', '--config', join(FOLDER, 'Caddyfile'), '--adapter', 'caddyfile'],
      sites,
    );
    expect(adaptedConfig.code).toBe(0);
    // The default port of Caddy's admin API may be in use on this machine.
    const configuration = { ...JSON.parse(adaptedConfig.output), admin: { listen: `127.0.0.1:${adminPort}` } };
    writeFileSync(join(folder, 'caddy.json'), JSON.stringify(configuration));
    start('caddy', ['run', '--config', join(folder, 'caddy.json')], {}, folder);
    expect((await fetchWhenListening(`http://127.0.0.1:${site}/ready`)).status).toBe(200);
    const [probe = '', ...probeOptions] = compose.services.caddy?.healthcheck?.test.slice(1) ?? [];
    const health = await run([probe, ...probeOptions.map((each) => each.replace(':2019', `:${adminPort}`))], {});
    expect(health).toEqual({ code: 0, output: expect.stringContaining('"apps"') });
  });
});
