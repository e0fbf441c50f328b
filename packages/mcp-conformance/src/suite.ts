import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { z } from 'zod';

const MAIN = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js');
const LIMIT_MS = 110_000;
/** Name of the check that runs with every scenario, regardless of the scenario's result. */
const BESIDE = 'wire-schema-valid';

const checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }));
const requirements = z.object({ server: z.array(z.string()) });

/** Required scenarios in which the server sends a request to its client (sampling, elicitation or roots), by revision of the protocol. */
export const CLIENT_REQUEST_SCENARIOS: Readonly<Record<string, readonly string[]>> = {
  '2025-11-25': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
  ],
  '2026-07-28': [
    'basic-elicitation',
    'basic-sampling',
    'basic-list-roots',
    'request-state',
    'multiple-input-requests',
    'multi-round',
    'missing-input-response',
    'non-tool-request',
    'result-type',
    'tampered-state',
    'capability-check',
    'ignore-extra-params',
  ].map((name) => `input-required-result-${name}`),
};

export type Check = z.infer<typeof checks>[number];

/** Returns the scenarios that servers must pass for a protocol revision, according to the suite. */
export function listRequiredScenarios(revision: string): string[] {
  const file = join(dirname(MAIN), '..', 'requirements', `${revision}.yaml`);
  return requirements.parse(parse(readFileSync(file, 'utf8'))).server;
}

/** Returns whether a scenario passed: at least one check succeeded and none failed. A scenario that could not run does not pass. */
export function isPassed(checksOfScenario: readonly Check[]): boolean {
  return (
    checksOfScenario.some(({ id, status }) => status === 'SUCCESS' && id !== BESIDE) &&
    !checksOfScenario.some(({ status }) => status === 'FAILURE')
  );
}

/**
 * Runs the suite for an MCP server.
 * @returns the checks of each scenario, by the name of the scenario
 */
export function runSuite(url: string, revision: string): Promise<Map<string, Check[]>> {
  return runCommand(['server', '--url', url, '--requirements', revision, '--timeout', '10000']);
}

/** A client that is registered with the authorization server, with the redirect URI `http://127.0.0.1:{port}/callback`. */
export interface SuiteClient {
  readonly clientId: string;
  readonly port: number;
  /** URL of the MCP server. */
  readonly resource: string;
}

/**
 * Runs the suite for an authorization server.
 * @param authorize simulates a person with a browser: opens the URL, grants the access, and follows the redirects
 * @returns the checks of each scenario, by the name of the scenario
 */
export function runAuthorizationSuite(
  url: string,
  { clientId, port, resource }: SuiteClient,
  authorize: (address: string) => Promise<void>,
): Promise<Map<string, Check[]>> {
  const client = ['--client-id', clientId, '--port', String(port), '--resource', resource];
  return runCommand(['authorization', '--url', url, ...client], authorize);
}

async function runCommand(
  command: readonly string[],
  authorize?: (address: string) => Promise<void>,
): Promise<Map<string, Check[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  try {
    const child = spawn(process.execPath, [MAIN, ...command, '--output-dir', folder], {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: LIMIT_MS,
    });
    const processEnd = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (line) => {
      if (authorize && /^https?:\/\/\S+[?&]response_type=/.test(line)) authorize(line).catch(() => child.kill());
    });
    await processEnd;
    return new Map(
      readdirSync(folder).map((name) => [
        name.replace(/^(?:authorization-)?server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
        readChecks(join(folder, name, 'checks.json')),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the checks of a scenario; empty for a scenario of an extension that could not run. */
function readChecks(file: string): Check[] {
  return existsSync(file) ? checks.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];
}
