import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { scratchFolder } from '../../database/behavior/database.fixture.ts';

const MAIN = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const LIMIT = 50_000;

const checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
const requirements = z.object({ server: z.array(z.string()) });

export type Check = z.infer<typeof checks>[number];

/** Returns the scenarios that servers must pass for a protocol revision, according to the suite. */
export function listRequiredScenarios(revision: string): string[] {
  const file = join(dirname(MAIN), '..', 'requirements', `${revision}.yaml`);
  return requirements.parse(parse(readFileSync(file, 'utf8'))).server;
}

/**
 * Runs the suite.
 * @returns the checks of each scenario, by the name of the scenario
 */
export async function runSuite(url: string, revision: string): Promise<Map<string, Check[]>> {
  const folder = scratchFolder();
  const args = [MAIN, 'server', '--url', url, '--requirements', revision, '--output-dir', folder, '--timeout', '10000'];
  const child = spawn(process.execPath, args, { stdio: 'ignore', timeout: LIMIT });
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  return new Map(
    readdirSync(folder).map((name) => [
      name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
      checks.parse(JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))),
    ]),
  );
}
