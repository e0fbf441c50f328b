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

/** Checks the key, the project and what the service can do. Only reads. */
export async function checkService(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { baseUrl, apiKey, project } = settings;
  if (apiKey === '') {
    const fix =
      'create a repository secret with a personal API key, and pass it as api-key; in runs for forks it is empty by design';
    return [failed('API key', 'is empty', fix), unknown('Project', 'cannot be asked for without a key')];
  }
  const send = createTransport({ baseUrl, apiKey, userAgent: 'context-sync', totalTimeout: 30_000 });
  const findings: Finding[] = [ok('API key', `is given, with ${apiKey.length} characters`)];
  try {
    await createClient(send).getProject(project, { signal });
    findings.push(ok('Project', `${project} at ${baseUrl.origin} is there, and the key is accepted`));
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
    if (access === 'full') return ok('Write access', 'the key may write');
    if (access === 'read-only') {
      return failed('Write access', 'the key is read-only', 'use a key that may write; a read-only key can only plan');
    }
  } catch {
    // What cannot be asked for is not known.
  }
  return unknown('Write access', 'the service does not tell; the first sync will');
}

async function checkDescription(send: Transport, signal: AbortSignal): Promise<Finding> {
  try {
    const can = await fetchCapabilities(send, signal);
    const words = WORDS.filter(([name]) => can[name]).map(([, word]) => word);
    return ok('Capabilities', words.length > 0 ? words.join(', ') : BARE);
  } catch (error) {
    if (error instanceof HtmlResponseError)
      return ok('Capabilities', `${BARE}; a web page stands where the description would`);
    return failedCheck('Capabilities', error);
  }
}

const BARE = 'the five known operations alone: nothing is updated or deleted';
const WORDS: readonly (readonly [keyof Capabilities, string])[] = [
  ['idempotency', 'repeats safely'],
  ['update', 'updates'],
  ['delete', 'deletes'],
  ['list', 'lists'],
];

/** A failed check, with the fix that any run would name for the same error. */
export function failedCheck(check: string, error: unknown): Finding {
  const [problem] = explain(error) ?? [];
  const message = error instanceof Error ? error.message : String(error);
  return failed(check, problem?.problem ?? message, problem?.fix ?? 'report it as a defect of Context Sync');
}
