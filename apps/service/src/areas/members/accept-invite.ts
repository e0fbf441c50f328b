import type { User } from '../../platform/access/accounts.ts';
import { type AuditContext, recordChange } from '../../platform/audit/record-change.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import type { PlatformPorts } from '../../platform/ports.ts';
import type { FoundInvite, InvitePorts, InviteState } from './store.ts';

/** Reasons why an invite that is not pending cannot be used. */
export const UNUSABLE_INVITES: Readonly<Record<Exclude<InviteState, 'pending'>, string>> = {
  expired: 'The invite has expired: ask for a new one',
  accepted: 'The invite has already been used',
  revoked: 'The invite was revoked: ask for a new one',
  replaced: 'A newer invite replaces this one: use the link of the newest email',
};

/** The error for a token that belongs to no invite. */
export function createUnknownInviteError(): HttpError {
  return new HttpError('not_found', 'There is no invite with this link: check that it is complete');
}

/**
 * Makes an account a member of the invite's project, and records this in the audit log. Must run in a transaction.
 * @throws HttpError if the invite cannot be used, or is for another email address
 */
export async function acceptInvite(
  operations: PlatformPorts & InvitePorts,
  context: AuditContext,
  hash: string,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
): Promise<FoundInvite> {
  const foundInvite = await operations.invites.find(hash);
  if (!foundInvite) throw createUnknownInviteError();
  // The email address is checked first, so that only the invited person learns the state of the invite.
  if (foundInvite.email.toLowerCase() !== email.toLowerCase()) {
    throw new HttpError(
      'other_account',
      `The invite is for another email address than ${email}: sign in with the invited email address, or ask for an invite to this one`,
    );
  }
  const { project } = foundInvite;
  const invite = await recordChange(
    operations,
    context,
    { action: 'invite.accept', project, target: foundInvite.id },
    async () => {
      const acceptedInvite = await operations.invites.accept(hash, userId);
      if (!acceptedInvite) throw createUnknownInviteError();
      if (acceptedInvite.state !== 'pending')
        throw new HttpError('invite_not_usable', UNUSABLE_INVITES[acceptedInvite.state]);
      return acceptedInvite;
    },
  );
  const member = { action: 'member.add', project, target: () => userId } as const;
  await recordChange(operations, context, member, async () => true);
  return invite;
}
