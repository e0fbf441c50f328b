import { setTimeout } from 'node:timers/promises';
import type { Cleanup, TestService } from '@context-sync/testkit';
import { addPetAsAgent } from './demo-agent.ts';
import type { DemoChecks } from './demo-checks.ts';
import { startPetsApi } from './pets-api.ts';
import { createServiceRequests, type ServiceRequests } from './service-requests.ts';
import { formatPercent, screen } from './terminal-screen.ts';

const USER_COUNT = 40;
const POLL_INTERVAL_MS = 100;
const MAX_POLLS = 100;
const SAMPLE_HINT = {
  title: 'The weight of a pet is a number of grams',
  match: { method: 'POST', route: '/pets', status: 422, errorCode: 'invalid_weight' },
  retryable: false,
  steps: [{ do: 'change', field: '/weight', text: 'Send the weight in grams, as a number', example: 900_000 }],
};

interface Candidates {
  readonly candidates: readonly { readonly errorCode: string | null; readonly stuckUsers: number }[];
}
interface Summary {
  readonly requests: number;
  readonly errorRate: number;
  readonly p95Ms: number;
  readonly agentShare: number;
}

/** Captures the traffic of a small API, finds the error on which an agent is stuck, and adds a hint that helps the agent. */
export async function demonstrateRecovery(cleanup: Cleanup, checks: DemoChecks, service: TestService): Promise<void> {
  screen.chapter('An API with the SDK: some traffic, and an agent that fails');
  const { send } = createServiceRequests(service);
  const api = await startPetsApi(cleanup, service);
  for (let person = 0; person < USER_COUNT; person += 1) {
    const response = await fetch(`${api.url}/pets`, { headers: { 'x-user': `person${person}@example.com` } });
    await response.body?.cancel();
  }
  const firstResult = await addPetAsAgent(api.url);
  checks.check(
    firstResult.status === 422,
    `${USER_COUNT} people list the pets. An agent tries ${firstResult.attempts} times to add one, and gives up with ${firstResult.status}`,
    `the agent got ${firstResult.status}`,
  );
  await api.flush();
  const { candidates } = await send<Candidates>('GET', '/recovery/candidates');
  checks.check(
    candidates[0]?.errorCode === SAMPLE_HINT.match.errorCode && candidates[0].stuckUsers === 1,
    `the service lists the error that stops it: "${candidates[0]?.errorCode}"`,
    `it lists ${JSON.stringify(candidates)}`,
  );

  screen.chapter('A hint for this error: the agent recovers');
  await send('POST', '/recovery/hints', SAMPLE_HINT);
  screen.line(`hint: “${SAMPLE_HINT.steps[0]?.text}”. Servers fetch it within a minute; this one restarts instead`);
  const restartedApi = await startPetsApi(cleanup, service);
  // The first captured request makes the SDK fetch the hints.
  await (await fetch(`${restartedApi.url}/pets`)).body?.cancel();
  await waitForRequests(restartedApi, send, USER_COUNT + firstResult.attempts + 1);
  const secondResult = await addPetAsAgent(restartedApi.url);
  checks.check(
    secondResult.status === 201 && secondResult.step === SAMPLE_HINT.steps[0]?.text,
    `the same agent follows the hint, and succeeds with ${secondResult.status} at attempt ${secondResult.attempts}`,
    `it got ${secondResult.status} after ${secondResult.attempts} attempts`,
  );
  await restartedApi.flush();
  const { requests, errorRate, p95Ms, agentShare } = await send<Summary>('GET', '/metrics/summary?since=-1h');
  checks.check(
    requests === USER_COUNT + firstResult.attempts + 1 + secondResult.attempts,
    `metrics: ${requests} requests, ${formatPercent(errorRate)} errors, ${formatPercent(agentShare)} by agents, p95 ${p95Ms.toFixed(1)} ms`,
    `${requests} requests were counted`,
  );
}

/** Waits until the service has counted the requests. By then, the SDK has fetched the hints, because the first request makes it fetch them. */
async function waitForRequests(
  api: { flush(): Promise<unknown> },
  send: ServiceRequests['send'],
  count: number,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_POLLS; attempt += 1) {
    await api.flush();
    const { requests } = await send<Summary>('GET', '/metrics/summary?since=-1h');
    if (requests >= count) return;
    await setTimeout(POLL_INTERVAL_MS);
  }
}
