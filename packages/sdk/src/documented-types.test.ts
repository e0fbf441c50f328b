import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const ROOT = join(PACKAGE, '../..');

/** The declaration of the application to which the examples of each entry point add the SDK. */
const APPLICATIONS: Readonly<Record<string, string>> = {
  express: "import express from 'express';\nconst app = express();",
  fastify: "import Fastify from 'fastify';\nconst app = Fastify();",
  hono: "import { Hono } from 'hono';\nconst app = new Hono();",
};

/** Returns the TypeScript examples of a page that use the SDK, as whole programs. */
function listPrograms(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^( *)```ts\n([\s\S]*?)^ *```$/gm)]
    .map(([, indent = '', code = '']) => code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''))
    .flatMap((code) => {
      const entry = /@context-sync\/sdk\/(\w+)/.exec(code)?.[1];
      return entry === undefined ? [] : [`${APPLICATIONS[entry] ?? ''}\n${code}`];
    });
}

/** Further programs that users may write. */
const OTHER_PROGRAMS = [
  `import { type Context, Hono } from 'hono';
import { contextSync } from '@context-sync/sdk/hono';
type Env = { Variables: { email: string } };
const options = { url: '', project: '', key: '' };
const app = new Hono<Env>();
app.use(contextSync<Context<Env>>({ ...options, user: (c) => c.get('email') }));
app.use('*', contextSync({ ...options, user: (c) => c.req.header('x-user') }));
const capture = contextSync({ ...options, user: (c) => c.req.header('x-user') });
app.use(capture);
await capture.close();
// @ts-expect-error The variable does not exist.
app.use(contextSync<Context<Env>>({ ...options, user: (c) => c.get('mail') }));`,
];

it('every documented TypeScript example of the SDK compiles against its sources', () => {
  const programs = [...listPrograms('docs/how-to/capture-traffic.md'), ...listPrograms('README.md'), ...OTHER_PROGRAMS];
  const entries = programs.map((program) => /@context-sync\/sdk\/(\w+)/.exec(program)?.[1]);
  expect(new Set(entries)).toEqual(new Set(['express', 'fastify', 'fetch', 'hono', 'node']));
  const folder = mkdtempSync(join(PACKAGE, '.documented-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [index, program] of programs.entries())
    writeFileSync(join(folder, `${index}.mts`), `${program}\nexport {};\n`);
  const config = {
    extends: '../../../tsconfig.base.json',
    compilerOptions: {
      noEmit: true,
      noUnusedLocals: false,
      types: ['node'],
      paths: { '@context-sync/sdk/*': ['../src/*.ts'] },
    },
    include: ['*.mts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules/.bin/tsc');
  const { stdout, status } = spawnSync(compiler, ['-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
