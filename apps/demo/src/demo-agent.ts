/** The result of an agent's last attempt. */
export interface AgentResult {
  readonly status: number;
  readonly attempts: number;
  /** The first step of the hint that the agent followed; undefined if the agent followed no hint. */
  readonly step: string | undefined;
}

interface ErrorBody {
  readonly recovery?: {
    readonly steps: readonly { readonly text: string; readonly field?: string; readonly example?: unknown }[];
  };
}

const MAX_ATTEMPTS = 3;

/** Adds a pet in the same way as an AI agent that only repeats a failed request, unless a hint describes what to change. */
export async function addPetAsAgent(url: string): Promise<AgentResult> {
  const pet: Record<string, unknown> = { name: 'Walrus', weight: '900 kg' };
  let step: string | undefined;
  for (let attempts = 1; ; attempts += 1) {
    const response = await fetch(`${url}/pets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'claude-code/2.1', 'x-user': 'agent@example.com' },
      body: JSON.stringify(pet),
    });
    const { recovery } = (await response.json()) as ErrorBody;
    if (response.ok || attempts === MAX_ATTEMPTS) return { status: response.status, attempts, step };
    const [first] = recovery?.steps ?? [];
    if (first?.field === undefined) continue;
    pet[first.field.slice(1)] = first.example;
    step = first.text;
  }
}
