import { createSign, generateKeyPairSync } from 'node:crypto';

/** Permissions of a workflow's token, as they are written under `permissions:`. */
export type Permissions = Readonly<Record<string, 'read' | 'write'>>;

/** Id of the app that creates workflow tokens. GitHub's own app has the same id and name. */
const APP_ID = 15_368;
const INSTALLATION_ID = 1;
export const WORKFLOW_LOGIN = 'github-actions[bot]';

/** Private key of all emulators in a process, because generating one takes a third of a second. */
let privateKey: string | undefined;

function makePrivateKey(): string {
  const { privateKey: key } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** The GitHub Actions app of the emulator. It creates tokens with the permissions of a job. */
export class ActionsApp {
  readonly #key: string;

  constructor() {
    privateKey ??= makePrivateKey();
    this.#key = privateKey;
  }

  /** Returns the app in the form of the emulator's seed data. */
  seed(account: string) {
    return {
      app_id: APP_ID,
      slug: 'github-actions',
      name: 'GitHub Actions',
      private_key: this.#key,
      permissions: { contents: 'write', pull_requests: 'write', issues: 'write', metadata: 'read' },
      events: [],
      installations: [{ installation_id: INSTALLATION_ID, account, repository_selection: 'all' }],
    };
  }

  async token(emulatorUrl: string, permissions: Permissions): Promise<string> {
    const response = await fetch(`${emulatorUrl}/app/installations/${INSTALLATION_ID}/access_tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#jwt()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ permissions }),
    });
    if (!response.ok) throw new Error(`could not create a token: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { token: string }).token;
  }

  #jwt(): string {
    const encodePart = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64url');
    const issuedAt = Math.floor(Date.now() / 1_000);
    const claims = { iat: issuedAt - 30, exp: issuedAt + 300, iss: String(APP_ID) };
    const signedPart = `${encodePart({ alg: 'RS256', typ: 'JWT' })}.${encodePart(claims)}`;
    return `${signedPart}.${createSign('RSA-SHA256').update(signedPart).sign(this.#key, 'base64url')}`;
  }
}
