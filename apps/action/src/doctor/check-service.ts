import {
  type Capabilities,
  createClient,
  createTransport,
  fetchAccess,
  fetchCapabilities,
  HtmlResponseError,
  type Transport,
} from '@context-sync/core';
import type { Settings } from '../inputs/settings.ts';
import { explain } from '../report/explain.ts';
import { type Finding, failed, ok, unknown } from '../report/finding.ts';

/** Checks the API key, the project and the capabilities of the platform. Sends only read requests. */
export async function checkService(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { baseUrl, apiKey, project } = settings;
  if (apiKey === '') {
    const fix =
      'store a personal API key in a repository secret and pass it as api-key; runs for forks have no secrets';
    return [failed('API key', 'is empty', fix), unknown('Project', 'cannot be checked without a key')];
  }
  const send = createTransport({ baseUrl, apiKey, userAgent: 'context-sync', totalTimeout: 30_000 });
  const findings: Finding[] = [ok('API key', `is set, with ${apiKey.length} characters`)];
  try {
    await createClient(send).getProject(project, { signal });
    findings.push(ok('Project', `${project} exists on ${baseUrl.origin}, and the key is valid`));
  } catch (error) {
    return [...findings, failedCheck('Project', error)];
  }
  findings.push(await checkAccess(send, signal));
  findings.push(await checkDescription(send, signal));
  return findings;
}

async function checkAccess(send: Transport, signal: AbortSignal): Promise<Finding> {
  try {
    const access = await fetchAccess(send, signal);
    if (access === 'full') return ok('Write access', 'the key has write access');
    if (access === 'read-only') {
      return failed(
        'Write access',
        'the key is read-only',
        'use a key with write access; a read-only key can only plan',
      );
    }
  } catch {
    // If the request fails, the result of the check is unknown.
  }
  return unknown('Write access', 'the platform does not report it; the first sync shows it');
}

async function checkDescription(send: Transport, signal: AbortSignal): Promise<Finding> {
  try {
    const can = await fetchCapabilities(send, signal);
    const words = WORDS.filter(([name]) => can[name]).map(([, word]) => word);
    return ok('Capabilities', words.length > 0 ? words.join(', ') : BARE);
  } catch (error) {
    if (error instanceof HtmlResponseError)
      return ok('Capabilities', `${BARE}; /openapi.json returned HTML instead of an OpenAPI document`);
    return failedCheck('Capabilities', error);
  }
}

const BARE = 'basic operations only: items cannot be updated or deleted';
const WORDS: readonly (readonly [keyof Capabilities, string])[] = [
  ['idempotency', 'idempotent requests'],
  ['update', 'updates'],
  ['delete', 'deletes'],
  ['list', 'lists items'],
];

/** Returns a failed check with the fix that a sync reports for the same error. */
export function failedCheck(check: string, error: unknown): Finding {
  const [problem] = explain(error) ?? [];
  const message = error instanceof Error ? error.message : String(error);
  return failed(check, problem?.problem ?? message, problem?.fix ?? 'report it as a bug in Context Sync');
}
