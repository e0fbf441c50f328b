import type { Project } from '../../platform/access/accounts.ts';
import { createSecret, hashSecret } from '../../platform/access/secrets.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import type { MailResult } from '../../platform/mail/mailer.ts';
import type { MemberServices } from './services.ts';
import { INVITE_LIFETIME_MS, type Invite, type InviteResult, MAX_INVITES_PER_DAY } from './store.ts';

/** The secret of a new invite, its hash, and the time at which it expires. */
export interface InviteToken {
  readonly token: string;
  readonly hash: string;
  readonly expiresAt: string;
}

export function createInviteToken(): InviteToken {
  const token = createSecret();
  return { token, hash: hashSecret(token), expiresAt: new Date(Date.now() + INVITE_LIFETIME_MS).toISOString() };
}

/**
 * Returns the link of an invite.
 * @param origin public origin of the service, such as `https://sync.example.com`
 */
export function formatInviteUrl(origin: string, token: string): string {
  return `${origin}/invites/${token}`;
}

/** Returns the invite of a creation result. @throws HttpError if no invite was created */
export function getCreatedInvite(inviteResult: InviteResult, email: string): Invite {
  if (inviteResult.result === 'created') return inviteResult.invite;
  if (inviteResult.result === 'member')
    throw new HttpError('already_member', `"${email}" is already the email address of a member`);
  throw new HttpError(
    'quota_exceeded',
    `A project can send ${MAX_INVITES_PER_DAY} invites in 24 hours: try again tomorrow`,
  );
}

/** Sends an invite by email. The link in it begins with the public URL, so that a forged Host header cannot change it. */
export async function sendInvite(
  { mailer, publicUrl }: Pick<MemberServices, 'mailer' | 'publicUrl'>,
  { email, role, invitedBy, expiresAt }: Invite,
  project: Project,
  token: string,
): Promise<MailResult> {
  if (mailer.isEnabled && publicUrl === undefined)
    return { sent: false, reason: 'The service does not know its URL: set it with serve --public-url' };
  return mailer.send({
    to: email,
    subject: `Invite to the project ${project.name}`,
    lines: [
      `${invitedBy ?? 'The operator of the service'} invites you to the project ${project.name} with the role "${role}".`,
    ],
    link: { text: 'Accept the invite', url: formatInviteUrl(publicUrl ?? '', token) },
    closing: [
      `The link can be used once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC.`,
      'If you do not know who sent this invite, ignore it. Nothing happens without your consent.',
    ],
  });
}
