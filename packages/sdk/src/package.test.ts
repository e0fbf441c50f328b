import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRuntimeFile, installPackedSdk, type PackedSdk, SDK_FOLDER } from './testing/packed-sdk.fixture.ts';

const ENTRIES = ['express', 'fastify', 'fetch', 'hono', 'node'];
/** A program that starts an API, captures a request with each of two entry points, and prints the logs that the receiver got. */
const PROGRAM = `
async function main({ createServer }, { once }, { gunzipSync }, entries) {
  const lines = [];
  const receiver = createServer(async (req, res) => {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    if (req.method !== 'POST') return res.writeHead(404).end();
    const text = gunzipSync(Buffer.concat(chunks)).toString().trim().split('\\n');
    lines.push(...text.map((line) => JSON.parse(line)));
    res.writeHead(201).end(JSON.stringify({ accepted: text.length }));
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const options = { url: 'http://127.0.0.1:' + receiver.address().port, project: 'octo-api', key: 'csk_test', bodies: 'all' };
  for (const name of ['express', 'fastify', 'hono']) await entries[name].contextSync(options).close();
  const capture = entries.node.contextSync(options);
  const api = createServer((req, res) => { capture(req, res); res.setHeader('content-type', 'application/json'); res.end('{"password":"hunter2"}'); });
  api.listen(0, '127.0.0.1');
  await once(api, 'listening');
  await (await fetch('http://127.0.0.1:' + api.address().port + '/pets/1')).text();
  await capture.close();
  const respond = () => new Response('{"code":"nope"}', { status: 404, headers: { 'content-type': 'application/json' } });
  const handler = entries.fetch.contextSync(respond, options);
  await (await handler(new Request('https://api.example.com/pets/2'))).text();
  await handler.close();
  api.closeAllConnections(); api.close(); receiver.closeAllConnections(); receiver.close();
  console.log(JSON.stringify(lines.map(({ status, errorCode, response }) => [status, errorCode ?? null, response.body])));
}
`;
const NODE_MODULES = ['node:http', 'node:events', 'node:zlib'];
const ESM_PROGRAM = `${PROGRAM}
const [http, events, zlib, ...entries] = await Promise.all(${JSON.stringify([...NODE_MODULES, ...ENTRIES.map((name) => `@context-sync/sdk/${name}`)])}.map((name) => import(name)));
await main(http, events, zlib, Object.fromEntries(${JSON.stringify(ENTRIES)}.map((name, index) => [name, entries[index]])));
`;
const CJS_PROGRAM = `${PROGRAM}
const entries = Object.fromEntries(${JSON.stringify(ENTRIES)}.map((name) => [name, require('@context-sync/sdk/' + name)]));
main(...${JSON.stringify(NODE_MODULES)}.map((name) => require(name)), entries);
`;

/** A TypeScript program that uses every entry point with its types. */
const TYPED_PROGRAM = `
import { createServer } from 'node:http';
import type { CaptureOptions, CaptureProblem, CaptureStats } from '@context-sync/sdk';
import { contextSync as express } from '@context-sync/sdk/express';
import { contextSync as fastify } from '@context-sync/sdk/fastify';
import { contextSync as web, type WebCaptureOptions } from '@context-sync/sdk/fetch';
import { contextSync as hono } from '@context-sync/sdk/hono';
import { contextSync as node, type NodeCaptureOptions } from '@context-sync/sdk/node';
const problems: CaptureProblem[] = [];
const base = { url: 'https://sync.example.com', project: 'octo-api', key: 'csk_test', onError: (problem: CaptureProblem) => problems.push(problem) };
const options: CaptureOptions<unknown> = base;
const nodeOptions: NodeCaptureOptions = { ...base, route: ({ req }) => req.url, user: ({ res }) => res.getHeader('x-user')?.toString() };
const webOptions: WebCaptureOptions = { ...base, user: ({ request }) => request.headers.get('x-user') };
const capture = node(nodeOptions);
createServer((req, res) => capture(req, res));
const stats: CaptureStats = capture.stats();
const sent: number = stats.sent;
const handler = web((request: Request, env: { name: string }) => new Response(env.name + request.url), webOptions);
const response: Promise<Response> = handler(new Request('https://api.example.com'), { name: 'a' });
const closed: Promise<void>[] = [express(options), fastify(options), hono(options)].map((each) => each.close());
// @ts-expect-error The option does not exist in this form.
node({ ...base, bodies: 'some' });
export { closed, response, sent };
`;
/** A program for a runtime with web APIs only, without the types of Node. */
const WEB_PROGRAM = `
import { contextSync as web } from '@context-sync/sdk/fetch';
const handler = web((request: Request) => new Response(request.url), { url: 'https://sync.example.com', project: 'octo-api', key: 'csk_test' });
export default { fetch: handler };
`;

/** The oldest supported version, the two versions after it, and others from the environment: `NODE_BINARIES=<path>:<path>`. */
const NODES = [
  ['20.16', () => findRuntimeFile('node-20/bin/node')],
  ['22', () => findRuntimeFile('node-22/bin/node')],
  ['24', () => process.execPath],
] as const;

/** Ways in which TypeScript resolves imports, with the name of the file that imports. */
const RESOLUTIONS = [
  { file: 'main.ts', module: 'commonjs', moduleResolution: 'node10', compilers: ['5'] },
  { file: 'main.mts', module: 'node16', moduleResolution: 'node16', compilers: ['5', '7'] },
  { file: 'main.cts', module: 'node16', moduleResolution: 'node16', compilers: ['5', '7'] },
  { file: 'main.mts', module: 'nodenext', moduleResolution: 'nodenext', compilers: ['5', '7'] },
  { file: 'main.cts', module: 'nodenext', moduleResolution: 'nodenext', compilers: ['5', '7'] },
  { file: 'main.ts', module: 'esnext', moduleResolution: 'bundler', compilers: ['5', '7'] },
] as const;

let sdk: PackedSdk;
beforeAll(() => {
  sdk = installPackedSdk();
});
afterAll(() => sdk.remove());

/** Returns the path of the compiler's program by its major version. */
function findCompiler(major: '5' | '7'): string {
  if (major === '5') return findRuntimeFile('typescript/lib/tsc.js');
  const manifest = createRequire(join(SDK_FOLDER, '../../package.json')).resolve('typescript/package.json');
  return join(dirname(manifest), 'bin/tsc');
}

/** Type-checks a program with all declarations that it imports. Returns the messages of the compiler; empty if there are none. */
function checkTypes(compiler: '5' | '7', file: string, program: string, options: object): string {
  const folder = join(sdk.folder, 'typed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), program);
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    ...options,
  };
  const project = { compilerOptions: { ...compilerOptions, skipLibCheck: false }, files: [file] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const { stdout, stderr } = spawnSync(process.execPath, [findCompiler(compiler), '-p', folder], { encoding: 'utf8' });
  return stdout + stderr;
}

describe('the packed SDK', () => {
  it('the packed SDK installs without dependencies and contains its license', () => {
    const installedFolder = join(sdk.folder, 'node_modules/@context-sync/sdk');
    const modules = readdirSync(join(sdk.folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(modules).toEqual(['@context-sync']);
    expect(readFileSync(join(installedFolder, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(SDK_FOLDER, '../../LICENSE'), 'utf8'),
    );
  });

  it('the packed SDK imports only Node.js modules and its own files, and the types of Hono in the entry for Hono', () => {
    const installedFolder = join(sdk.folder, 'node_modules/@context-sync/sdk');
    const files = globSync('build/**/*.{js,cjs,ts,cts}', { cwd: installedFolder });
    const imports = files.flatMap((file) =>
      [
        ...readFileSync(join(installedFolder, file), 'utf8').matchAll(
          /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*["']([^"'\n]+)["']/g,
        ),
      ].map(([, specifier = '']) => ({ file, specifier })),
    );
    expect(files.length).toBeGreaterThan(4 * ENTRIES.length);
    expect(imports.length).toBeGreaterThan(2 * ENTRIES.length);
    const isOwn = ({ file, specifier }: { file: string; specifier: string }) => {
      // A declaration names the code that it describes, and TypeScript reads the declaration next to that code.
      const target = /\.d\.c?ts$/.test(file) ? specifier.replace(/\.(c?)js$/, '.d.$1ts') : specifier;
      if (specifier === 'hono') return /^build\/hono\.d\.c?ts$/.test(file);
      return target.startsWith('.') && existsSync(join(installedFolder, dirname(file), target));
    };
    expect(imports.filter((each) => !each.specifier.startsWith('node:') && !isOwn(each))).toEqual([]);
  });

  it.each(NODES)('the packed SDK runs on Node.js %s, as an ES module and as CommonJS', (_, findNode) => {
    writeFileSync(join(sdk.folder, 'main.mjs'), ESM_PROGRAM);
    writeFileSync(join(sdk.folder, 'main.cjs'), CJS_PROGRAM);
    for (const file of ['main.mjs', 'main.cjs']) {
      const output = execFileSync(findNode(), [file], { cwd: sdk.folder, encoding: 'utf8' });
      expect(JSON.parse(output), file).toEqual([
        [200, null, { password: '[redacted]' }],
        [404, 'nope', { code: 'nope' }],
      ]);
    }
  });

  it('the error for an import of contextSync from the package root lists the entry points', () => {
    const program =
      "import { contextSync } from '@context-sync/sdk'; try { contextSync({}); } catch (e) { console.log(e.message); }";
    writeFileSync(join(sdk.folder, 'root.mjs'), program);
    const message = execFileSync(process.execPath, ['root.mjs'], { cwd: sdk.folder, encoding: 'utf8' });
    for (const entry of ENTRIES) expect(message).toContain(`/${entry}"`);
  });

  it('a dry run of the release publishes the SDK with public access', () => {
    const script = join(SDK_FOLDER, '../../scripts/release/publish-package.sh');
    const { status, stdout, stderr } = spawnSync('bash', [script, 'packages/sdk', '--dry-run'], { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const { '@context-sync/sdk': published } = JSON.parse(stdout) as Record<string, { files: { path: string }[] }>;
    const installed = globSync('**/*', {
      cwd: join(sdk.folder, 'node_modules/@context-sync/sdk'),
      withFileTypes: true,
    });
    const files = installed.filter((entry) => entry.isFile());
    expect(published?.files.map(({ path }) => basename(path)).toSorted()).toEqual(
      files.map(({ name }) => name).toSorted(),
    );
    expect(stderr).toContain('public access');
  });

  it('the packed SDK can be installed with the commands in docs/how-to/capture-traffic.md', () => {
    const guide = readFileSync(join(SDK_FOLDER, '../../docs/how-to/capture-traffic.md'), 'utf8');
    const [, pack, install = ''] =
      /^ *\(cd \.\.\/context-sync && npm run (.*)\)\n *(npm install .*)$/m.exec(guide) ?? [];
    const { scripts } = JSON.parse(readFileSync(join(SDK_FOLDER, '../../package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const checkout = join(sdk.folder, 'context-sync');
    const application = join(sdk.folder, 'application');
    for (const folder of [checkout, application]) mkdirSync(folder);
    writeFileSync(join(application, 'package.json'), '{"name":"app","private":true}');
    const run = (command: string, cwd: string) =>
      execFileSync('sh', ['-c', command], { cwd, env: { ...process.env, npm_config_offline: 'true' } });
    // The script packs into the current folder, here a folder that represents the checkout.
    run(`${scripts[`${pack}:run`]}`.replace('./packages/sdk', SDK_FOLDER), checkout);
    run(install, application);
    const manifest = JSON.parse(readFileSync(join(application, 'package.json'), 'utf8')) as { dependencies: object };
    expect(Object.keys(manifest.dependencies)).toEqual(['@context-sync/sdk']);
    expect(existsSync(join(application, 'node_modules/@context-sync/sdk/build/hono.cjs'))).toBe(true);
  });

  it('publint and attw find no problem in the packed SDK', () => {
    for (const [tool, ...args] of [
      ['publint/src/cli.js', 'run', sdk.tarball, '--strict'],
      ['@arethetypeswrong/cli/dist/index.js', sdk.tarball, '--no-color', '--no-emoji'],
    ] as const) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [findRuntimeFile(tool), ...args], {
        encoding: 'utf8',
      });
      expect(status, stdout + stderr).toBe(0);
    }
  });
});

describe('the types of the packed SDK', () => {
  beforeAll(() => {
    const types = join(sdk.folder, 'node_modules/@types');
    mkdirSync(types, { recursive: true });
    const nodeTypes = createRequire(join(SDK_FOLDER, '../../package.json')).resolve('@types/node/package.json');
    symlinkSync(realpathSync(dirname(nodeTypes)), join(types, 'node'));
    // The entry point for Hono uses the types of Hono, which is installed in the user's project.
    symlinkSync(realpathSync(join(SDK_FOLDER, 'node_modules/hono')), join(sdk.folder, 'node_modules/hono'));
  });

  it.each(RESOLUTIONS.flatMap(({ compilers, ...rest }) => compilers.map((compiler) => ({ compiler, ...rest }))))(
    'TypeScript $compiler accepts $file with the resolution $moduleResolution',
    ({ compiler, file, ...options }) => {
      expect(checkTypes(compiler, file, TYPED_PROGRAM, { ...options, types: ['node'] })).toBe('');
    },
  );

  it.each(['5', '7'] as const)('TypeScript %s accepts the entry for web APIs without the types of Node', (compiler) => {
    const options = {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
    };
    expect(checkTypes(compiler, 'worker.ts', WEB_PROGRAM, options)).toBe('');
  });
});
