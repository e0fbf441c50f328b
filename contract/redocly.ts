import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveDependency, runTool } from './run-tool.ts';
import { type ServiceUnderTest, SLUG } from './start-service.ts';
import type { ToolOutcome } from './tool-outcome.ts';

const FLOWS_FILE = fileURLToPath(new URL('flows.arazzo.yaml', import.meta.url));
const CLI = resolveDependency('@redocly/cli/bin/cli.js');

/** Lints the OpenAPI document, which must already be in the folder of the service, with the strictest rules. */
export async function lintDocument({ folder }: ServiceUnderTest): Promise<ToolOutcome> {
  const args = [CLI, 'lint', 'openapi.json', '--extends', 'recommended-strict'];
  const { code, output } = await runTool(process.execPath, args, { cwd: folder, within: 120_000 });
  const hasPassed = code === 0;
  return {
    name: 'redocly lint, recommended-strict',
    passed: Number(hasPassed),
    failed: Number(!hasPassed),
    findings: hasPassed ? '' : output,
  };
}

/**
 * Runs the manually written workflows.
 * @param url base URL of the requests
 */
export async function testFlows({ folder, key }: ServiceUnderTest, url: string, name: string): Promise<ToolOutcome> {
  const flows = join(folder, 'flows.arazzo.yaml');
  copyFileSync(FLOWS_FILE, flows);
  const inputs = JSON.stringify({ authorization: `Bearer ${key}`, slug: SLUG, idempotencyKey: name });
  const args = [CLI, 'respect', flows, '--input', inputs, '--server', `api=${url}`];
  const { code, output } = await runTool(process.execPath, args, { cwd: folder, within: 120_000 });
  const [passed = 0, total = 0] = (/Checks: .*?(\d+) passed, (\d+) total/.exec(output) ?? []).slice(1).map(Number);
  // A run that exits with an error or without tests has failed, regardless of its totals.
  const failedCount = Math.max(total - passed, Number(code !== 0 || total === 0));
  return { name, passed, failed: failedCount, findings: failedCount === 0 ? '' : output };
}
