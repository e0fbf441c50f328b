import { createDocsAnnotations } from '@context-sync/engine/report/log/annotations';
import { describeConclusion } from '@context-sync/engine/report/log/run-conclusion';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { hostileReports } from '../../../../../packages/engine/src/report/hostile.fixture.ts';
import { PAYLOADS } from '../../../../../packages/engine/src/report/payloads.fixture.ts';
import { create, createPlannedReport, item } from '../../../../../packages/engine/src/report/report.fixture.ts';
import { Annotator } from './annotator.ts';
import { createProgressLogger, logPlan } from './log-plan.ts';
import { logInfo } from './workflow-commands.ts';

let output = '';

beforeEach(() => {
  output = '';
  vi.stubEnv('GITHUB_ACTIONS', 'true');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Returns the commands in a text that the runner would execute. The runner accepts all line endings and leading spaces. */
function commands(text: string): string[] {
  return text
    .split(/\r\n|[\p{Cc}\p{Zl}\p{Zp}]/u)
    .map((line) => line.trimStart())
    .flatMap((line) => /^::([^ :]+)/.exec(line)?.[1] ?? (line.includes('##[') ? ['##['] : []));
}

it.each(PAYLOADS.map((text) => [text.slice(0, 60), text]))(
  'the log of a plan does not contain the text %j as a runner command',
  (_name, text) => {
    const [report] = hostileReports(text);
    if (!report?.plan) throw new Error('no report');
    logInfo(text);
    const wanted = { documents: [], unchanged: new Set<string>() };
    logPlan(report.plan, {
      wanted,
      skipped: report.skipped,
      warnings: report.warnings,
      exposed: [],
      ownSecrets: [],
      causes: new Map(),
      uncheckedLinks: new Map(),
      linksElsewhere: new Map(),
      inferences: [],
      edited: new Set(),
      references: new Map(),
    });
    logInfo(describeConclusion(report).line);
    expect(commands(output)).toEqual([
      'warning',
      'notice',
      ...['group', 'endgroup'],
      ...['group', 'endgroup'],
      ...['group', 'endgroup'],
      ...['group', 'endgroup'],
    ]);
  },
);

it('an annotation is printed as a workflow command with escaped file name, line and message', () => {
  const annotator = new Annotator();
  annotator.add(
    createDocsAnnotations({
      warnings: [{ kind: 'format', path: 'docs/a,b:c.md', line: 3, message: 'front matter\u202e cannot be read' }],
      skipped: [],
    }),
  );
  annotator.close();
  expect(output).toBe('::warning file=docs/a%2Cb%3Ac.md,line=3::front matter[U+202E] cannot be read\n');
});

it('progress is logged about every five seconds and at the end', () => {
  let now = 0;
  const tell = createProgressLogger(() => now);
  for (let done = 1; done <= 100; done += 1) {
    now += 400;
    tell(done, 100);
  }
  expect(output.trim().split('\n')).toEqual([
    ...[13, 26, 39, 52, 65, 78, 91].map((done) => `Sent ${done} of 100`),
    'Sent 100 of 100',
  ]);
});

it('logPlan prints no empty groups', () => {
  const report = createPlannedReport([create('docs/a.md', item('A'))]);
  if (!report.plan) throw new Error('no plan');
  logPlan(report.plan, {
    wanted: { documents: [], unchanged: new Set() },
    skipped: [],
    warnings: [],
    exposed: [],
    ownSecrets: [],
    causes: new Map(),
    uncheckedLinks: new Map(),
    linksElsewhere: new Map(),
    inferences: [],
    edited: new Set(),
    references: new Map(),
  });
  expect(output).toBe(
    'Read 0 documents, 0 unchanged, 0 skipped\nPlan: 1 to create\n::group::1 change\ncreate: A (docs/a.md)\n::endgroup::\n',
  );
});

it('the last line of a plan names the project, the docs folder, the changes and the reviewed pull request', () => {
  const changes = [create('docs/a.md', item('A'))];
  expect(describeConclusion(createPlannedReport(changes)).line).toBe(
    'Plan for octo-api (docs), nothing was sent: 1 to create',
  );
  expect(describeConclusion(createPlannedReport(changes, { reviewed: { pullRequest: 7, same: true } })).line).toBe(
    'Plan for octo-api (docs), nothing was sent: 1 to create. The planned changes are exactly those reviewed in pull request #7',
  );
});
