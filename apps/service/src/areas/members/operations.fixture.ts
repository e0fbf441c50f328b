import { hashSecret } from '../../platform/access/secrets.ts';
import { ANN, FOREIGN_PROJECT } from '../../testing/service.fixture.ts';
import type { ResourceRequests, TestOperation } from '../../testing/test-operation.fixture.ts';

const MEMBER = 'member@example.com';
/** Token of an invite for Ann to Bob's project. */
const TOKEN = 'kJ2nZ4cT8wQ0xV6bL1mP3sR5uY7aD9fG';

/** A valid request for each operation of this area whose path is below `/projects/{slug}`. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/members' },
  { method: 'PATCH', path: '/members/{userId}', json: { role: 'owner' } },
  { method: 'GET', path: '/invites' },
  { method: 'POST', path: '/invites', json: { email: 'new@example.com', role: 'member' } },
  { method: 'POST', path: '/invites/{inviteId}/resend' },
  { method: 'DELETE', path: '/members/{userId}' },
  { method: 'DELETE', path: '/invites/{inviteId}' },
];

export const OPERATIONS_OUTSIDE_PROJECTS: readonly TestOperation[] = [
  { method: 'POST', path: '/api/v1/invites/accept', json: { token: TOKEN }, succeedsOnce: true },
];

/** Creates a member, an invite to the project, and an invite to another project for the owner of the keys. */
export async function createResources({ store, slug }: ResourceRequests) {
  const { accounts, invites } = store;
  const userId = (await accounts.user(MEMBER))?.id ?? (await accounts.createUser(MEMBER));
  await accounts.addMember(slug, MEMBER);
  const expiresAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const invite = async (project: string, email: string, token: string) => {
    const { id } = await accounts.projectBySlug(project);
    const given = { email, role: 'member', userId: null, hash: hashSecret(token), expiresAt } as const;
    const created = await invites.create(id, given);
    return created.result === 'created' ? created.invite.id : '';
  };
  const inviteId = await invite(slug, 'invited@example.com', `token of ${slug}`);
  if (!(await invites.find(hashSecret(TOKEN)))) await invite(FOREIGN_PROJECT, ANN, TOKEN);
  return { userId, inviteId };
}
