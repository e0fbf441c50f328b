// This program tests the service with independent tools: redocly lint, redocly respect, prism as a validating proxy,
// and specmatic. Usage: npm run contract -- [--combinations=10]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProgramOptions, requireInteger } from '../scripts/program-options.ts';
import { startProxy } from './prism.ts';
import { lintDocument, testFlows } from './redocly.ts';
import { runSpecmatic } from './specmatic.ts';
import { startServiceUnderTest } from './start-service.ts';
import type { ToolOutcome } from './tool-outcome.ts';

const { values } = readProgramOptions({ combinations: { type: 'string', default: '10' } });
const combinations = requireInteger('--combinations', values.combinations);

const service = await startServiceUnderTest();
const outcomes: ToolOutcome[] = [];
const reportOutcome = async (work: Promise<ToolOutcome>): Promise<void> => {
  const start = performance.now();
  const outcome = await work;
  outcomes.push(outcome);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${outcome.name}: ${outcome.passed} passed, ${outcome.failed} failed (${seconds} s)\n`);
  if (outcome.failed > 0) process.stdout.write(`${outcome.findings}\n`);
};

try {
  const description = await service.sendRequest('GET', '/openapi.json');
  const file = join(service.folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(description));
  await reportOutcome(lintDocument(service));
  await reportOutcome(testFlows(service, service.url, 'redocly respect, directly'));
  const proxy = await startProxy(service.url, file);
  try {
    await reportOutcome(testFlows(service, proxy.url, 'redocly respect, through prism'));
  } finally {
    await proxy.stop();
  }
  await reportOutcome(runSpecmatic(service, description, combinations));
} finally {
  await service.close();
}

const failures = [...service.statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
const statusCounts = [...service.statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
process.stdout.write(`Responses: ${statusCounts.join(', ')}; errors reported: ${service.unexpectedErrors.length}\n`);
for (const unexpectedError of service.unexpectedErrors.slice(0, 5)) console.error(unexpectedError);
const failedCount = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
const passedCount = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
process.stdout.write(`${passedCount} passed, ${failedCount} failed, ${failures} responses with 5xx\n`);
process.exitCode = failedCount + failures + service.unexpectedErrors.length > 0 ? 1 : 0;
