import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, hashKey, openStore, startServer } from '@context-sync/service';
import { expect, it, onTestFinished } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const GUIDE = readFileSync(join(PACKAGE, '../../docs/how-to/send-opentelemetry.md'), 'utf8');
const OWNER = 'ann@example.com';

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-otlp-user-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the real service with a project. */
async function openService() {
  const database = join(createFolder(), 'service.db');
  const key = createKey();
  const store = await openStore(database);
  await store.accounts.createUser(OWNER);
  await store.accounts.createProject('traced', 'Traced', OWNER);
  await store.accounts.createKey(OWNER, { access: 'full', hash: hashKey(key) });
  await store.close();
  const service = await startServer({ database, port: 0, report: () => undefined });
  onTestFinished(() => service.close());
  return { key, projectUrl: `${service.url}/api/v1/projects/traced` };
}

/** Returns the recipe of the guide: its imports, and the middleware. */
function getRecipe() {
  const [, code = ''] = /^## Name the user$[\s\S]*?^```js\n([\s\S]*?)^```$/m.exec(GUIDE) ?? [];
  const lines = code.split('\n');
  const isImport = (line: string) => line.startsWith('import ');
  return { imports: lines.filter(isImport), middleware: lines.filter((line) => !isImport(line)) };
}

/**
 * Starts the program of a user: an Express API with the HTTP and Express instrumentations. It sends its spans when its input ends.
 * @param isSent JavaScript function that returns whether a span is sent
 */
async function startApi(projectUrl: string, key: string, middleware: readonly string[], isSent: string) {
  const folder = createFolder();
  symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'));
  const program = [
    "import { createRequire } from 'node:module';",
    "import { SpanKind, trace } from '@opentelemetry/api';",
    "import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';",
    "import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';",
    "import { registerInstrumentations } from '@opentelemetry/instrumentation';",
    "import { ExpressInstrumentation } from '@opentelemetry/instrumentation-express';",
    "import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';",
    "import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';",
    ...getRecipe().imports,
    `const exporter = new OTLPTraceExporter({ url: '${projectUrl}/otlp/v1/traces', headers: { authorization: 'Bearer ${key}' } });`,
    'const batch = new BatchSpanProcessor({ exporter });',
    'const processor = {',
    '  onStart: () => undefined,',
    `  onEnd: (span) => void ((${isSent})(span) && batch.onEnd(span)),`,
    '  forceFlush: () => batch.forceFlush(),',
    '  shutdown: () => batch.shutdown(),',
    '};',
    'const provider = new TracerProvider({ spanProcessors: [processor] });',
    'context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());',
    'trace.setGlobalTracerProvider(provider);',
    'registerInstrumentations({ instrumentations: [new HttpInstrumentation(), new ExpressInstrumentation()] });',
    'const require = createRequire(import.meta.url);',
    "const express = require('express');",
    'const app = express();',
    "app.use((req, res, next) => { req.user = { email: 'bob@example.com' }; next(); });",
    ...middleware,
    "app.get('/pets/:petId', (req, res) => res.json({ id: req.params.petId }));",
    "const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));",
    "process.stdin.resume().on('end', () => server.close(() => provider.shutdown()));",
  ];
  const file = join(folder, 'main.mjs');
  writeFileSync(file, program.join('\n'));
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const [port] = await once(child.stdout, 'data');
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { url: `http://127.0.0.1:${Number(String(port))}`, stop };
}

it.each([
  [
    'the code in docs/how-to/send-opentelemetry.md sets it and only server spans are sent',
    '(span) => span.kind === SpanKind.SERVER',
    getRecipe().middleware,
  ],
  [
    'a middleware sets it on its active span and all spans are sent',
    '() => true',
    ["app.use((req, res, next) => { trace.getActiveSpan().setAttribute('user.email', req.user.email); next(); });"],
  ],
])('the log of a traced request contains the user if %s', async (_name, isSent, middleware) => {
  expect(middleware.join('\n')).toContain("setAttribute('user.email'");
  const { key, projectUrl } = await openService();
  const api = await startApi(projectUrl, key, middleware, isSent);
  await (await fetch(`${api.url}/pets/7`, { headers: { connection: 'close' } })).text();
  await api.stop();
  const response = await fetch(`${projectUrl}/logs`, { headers: { authorization: `Bearer ${key}` } });
  const { logs } = (await response.json()) as { logs: object[] };
  expect(logs).toMatchObject([
    { method: 'GET', status: 200, url: `${api.url}/pets/7`, route: '/pets/{petId}', groupEmail: 'bob@example.com' },
  ]);
});
