import {
  type Capabilities,
  createClient,
  createTransport,
  fetchAccess,
  fetchCapabilities,
  HtmlResponseError,
  type Transport,
} from '@context-sync/core';
import type { Settings } from '../inputs/action-settings.ts';
import { createFailure, createSuccess, createUnknown, type Finding } from '../report/doctor-finding.ts';
import { explain } from '../report/explain-failure.ts';

/** Checks the API key, the project and the capabilities of the platform. Sends only read requests. */
export async function checkService(settings: Settings, signal: AbortSignal): Promise<Finding[]> {
  const { baseUrl, apiKey, project } = settings;
  if (apiKey === '') {
    const fix =
      'store a personal API key in a repository secret and pass it as api-key; runs for forks have no secrets';
    return [createFailure('API key', 'is empty', fix), createUnknown('Project', 'cannot be checked without a key')];
  }
  const send = createTransport({ baseUrl, apiKey, userAgent: 'context-sync', totalTimeout: 30_000 });
  const findings: Finding[] = [createSuccess('API key', `is set, with ${apiKey.length} characters`)];
  try {
    await createClient(send).getProject(project, { signal });
    findings.push(createSuccess('Project', `${project} exists on ${baseUrl.origin}, and the key is valid`));
  } catch (error) {
    return [...findings, createFailedCheck('Project', error)];
  }
  findings.push(await checkAccess(send, signal));
  findings.push(await checkOpenapiDocument(send, signal));
  return findings;
}

async function checkAccess(send: Transport, signal: AbortSignal): Promise<Finding> {
  try {
    const access = await fetchAccess(send, signal);
    if (access === 'full') return createSuccess('Write access', 'the key has write access');
    if (access === 'read-only') {
      return createFailure(
        'Write access',
        'the key is read-only',
        'use a key with write access; a read-only key can only plan',
      );
    }
  } catch {
    // The request failed, so the result of the check is unknown.
  }
  return createUnknown('Write access', 'the platform does not report it; the first sync shows it');
}

async function checkOpenapiDocument(send: Transport, signal: AbortSignal): Promise<Finding> {
  try {
    const capabilities = await fetchCapabilities(send, signal);
    const words = CAPABILITY_NAMES.filter(([name]) => capabilities[name]).map(([, word]) => word);
    return createSuccess('Capabilities', words.length > 0 ? words.join(', ') : BASIC_OPERATIONS_TEXT);
  } catch (error) {
    if (error instanceof HtmlResponseError)
      return createSuccess(
        'Capabilities',
        `${BASIC_OPERATIONS_TEXT}; /openapi.json returned HTML instead of an OpenAPI document`,
      );
    return createFailedCheck('Capabilities', error);
  }
}

const BASIC_OPERATIONS_TEXT = 'basic operations only: items cannot be updated or deleted';
const CAPABILITY_NAMES: readonly (readonly [keyof Capabilities, string])[] = [
  ['idempotency', 'idempotent requests'],
  ['update', 'updates'],
  ['delete', 'deletes'],
  ['list', 'lists items'],
];

/** Returns a failed check. The fix is the same as the fix that a sync reports for this error. */
export function createFailedCheck(check: string, error: unknown): Finding {
  const [problem] = explain(error) ?? [];
  const message = error instanceof Error ? error.message : String(error);
  return createFailure(check, problem?.problem ?? message, problem?.fix ?? 'report it as a bug in Context Sync');
}
