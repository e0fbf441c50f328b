import type { Cleanup, TestService } from '@context-sync/testkit';
import { addPetAsAgent } from './agent.ts';
import type { Checks } from './checks.ts';
import { startPetsApi } from './pets-api.ts';
import { screen } from './screen.ts';

const PEOPLE = 40;
const HINT = {
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

/** Captures a small API, finds the error that stops an agent, and helps it with a hint. */
export async function runRecoveryAct(cleanup: Cleanup, checks: Checks, service: TestService): Promise<void> {
  screen.chapter('An API with the SDK: some traffic, and an agent that fails');
  const request = requestsTo(service);
  const api = await startPetsApi(cleanup, service);
  for (let person = 0; person < PEOPLE; person += 1) {
    const response = await fetch(`${api.url}/pets`, { headers: { 'x-user': `person${person}@example.com` } });
    await response.body?.cancel();
  }
  const before = await addPetAsAgent(api.url);
  checks.check(
    before.status === 422,
    `${PEOPLE} people list the pets. An agent tries ${before.attempts} times to add one, and gives up with ${before.status}`,
    `the agent got ${before.status}`,
  );
  await api.flush();
  const { candidates } = await request<Candidates>('GET', '/recovery/candidates');
  checks.check(
    candidates[0]?.errorCode === HINT.match.errorCode && candidates[0].stuckUsers === 1,
    `the service lists the error that stops it: "${candidates[0]?.errorCode}"`,
    `it lists ${JSON.stringify(candidates)}`,
  );

  screen.chapter('A hint for this error: the agent recovers');
  await request('POST', '/recovery/hints', HINT);
  screen.line(`hint: “${HINT.steps[0]?.text}”. Servers fetch it within a minute; this one restarts instead`);
  const restarted = await startPetsApi(cleanup, service);
  // The first captured request makes the SDK fetch the hints.
  await (await fetch(`${restarted.url}/pets`)).body?.cancel();
  await restarted.flush();
  const after = await addPetAsAgent(restarted.url);
  checks.check(
    after.status === 201 && after.step === HINT.steps[0]?.text,
    `the same agent follows the hint, and succeeds with ${after.status} at attempt ${after.attempts}`,
    `it got ${after.status} after ${after.attempts} attempts`,
  );
  await restarted.flush();
  const { requests, errorRate, p95Ms, agentShare } = await request<Summary>('GET', '/metrics/summary?since=-1h');
  checks.check(
    requests === PEOPLE + before.attempts + 1 + after.attempts,
    `metrics: ${requests} requests, ${percent(errorRate)} errors, ${percent(agentShare)} by agents, p95 ${p95Ms.toFixed(1)} ms`,
    `${requests} requests were counted`,
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

function requestsTo({ url, project, key }: TestService) {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${url}/api/v1/projects/${project}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
}
