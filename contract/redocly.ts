import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './outcome.ts';
import { SLUG, type TestedService } from './service.ts';
import { dependency, runTool } from './tool.ts';

const FLOWS = fileURLToPath(new URL('flows.arazzo.yaml', import.meta.url));
const CLI = dependency('@redocly/cli/bin/cli.js');

/** What the strictest rules find in the description. It must be in the service's folder already. */
export async function lint({ folder }: TestedService): Promise<Outcome> {
  const args = [CLI, 'lint', 'openapi.json', '--extends', 'recommended-strict'];
  const { code, output } = await runTool(process.execPath, args, { cwd: folder, within: 120_000 });
  const passed = code === 0;
  return {
    name: 'redocly lint, recommended-strict',
    passed: Number(passed),
    failed: Number(!passed),
    findings: passed ? '' : output,
  };
}

/** Runs the hand-written flows. @param url where the requests go */
export async function respect({ folder, key }: TestedService, url: string, name: string): Promise<Outcome> {
  const flows = join(folder, 'flows.arazzo.yaml');
  copyFileSync(FLOWS, flows);
  const inputs = JSON.stringify({ authorization: `Bearer ${key}`, slug: SLUG, idempotencyKey: name });
  const args = [CLI, 'respect', flows, '--input', inputs, '--server', `api=${url}`];
  const { code, output } = await runTool(process.execPath, args, { cwd: folder, within: 120_000 });
  const [passed = 0, total = 0] = (/Checks: .*?(\d+) passed, (\d+) total/.exec(output) ?? []).slice(1).map(Number);
  // Whatever the totals say, what did not end well has failed.
  const failed = Math.max(total - passed, Number(code !== 0 || total === 0));
  return { name, passed, failed, findings: failed === 0 ? '' : output };
}
