import type { Project } from '../../platform/access/accounts.ts';
import type { Role } from '../../platform/access/roles.ts';

/** Lifetime of an invite in milliseconds. */
export const INVITE_LIFETIME_MS = 7 * 86_400_000;
/** Maximum number of invites of a project in 24 hours, because each invite can send an unsolicited email. */
export const MAX_INVITES_PER_DAY = 100;

/** States of an invite in the database. Whether a pending invite has expired depends on the time. */
export const INVITE_STATES = ['pending', 'accepted', 'revoked', 'replaced'] as const;
export type InviteState = (typeof INVITE_STATES)[number] | 'expired';

/** An invite that can still be used, or has expired without being used. */
export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: 'pending' | 'expired';
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Email address of the member who sent the invite; null if an operator created it. */
  readonly invitedBy: string | null;
}

export interface NewInvite {
  readonly email: string;
  readonly role: Role;
  /** Id of the member who invites; null for an operator. */
  readonly userId: string | null;
  /** Hash of the token; the token itself is never stored. */
  readonly hash: string;
  readonly expiresAt: string;
}

/** A new token of an existing invite. */
export type InviteRenewal = Pick<NewInvite, 'hash' | 'expiresAt'>;

/** Result of the creation of an invite. */
export type InviteResult =
  | { readonly result: 'created'; readonly invite: Invite }
  /** No invite was created, because the email address already belongs to a member or the project has sent too many invites. */
  | { readonly result: 'member' | 'too-many' };

/** An invite that was found by its token. */
export interface FoundInvite {
  readonly id: string;
  readonly project: Project;
  readonly email: string;
  readonly role: Role;
  readonly state: InviteState;
  readonly invitedBy: string | null;
}

/** Invites to projects. */
export interface Invites {
  /**
   * Creates an invite. It replaces a pending invite to the same email address.
   * @throws StoreInputError if the text is not an email address
   */
  create(projectId: string, invite: NewInvite): Promise<InviteResult>;
  /** Returns the invites that were not used, revoked or replaced, sorted by email address. */
  list(projectId: string): Promise<Invite[]>;
  get(projectId: string, id: string): Promise<Invite | undefined>;
  /**
   * Assigns a new token to a pending or expired invite. An invite with the previous token is then reported as replaced.
   * @returns undefined if no such invite exists
   */
  renew(projectId: string, id: string, token: InviteRenewal): Promise<InviteResult | undefined>;
  /** Revokes an invite. @returns whether it was pending */
  revoke(projectId: string, id: string): Promise<boolean>;
  /** Returns the invite with a token hash; undefined if no invite has this hash. */
  find(hash: string): Promise<FoundInvite | undefined>;
  /**
   * Makes an account a member. Of several concurrent calls, only one gets the state `pending`; after that, the invite is used.
   * @returns the invite in its state before the call; undefined if no invite has this hash
   */
  accept(hash: string, userId: string): Promise<FoundInvite | undefined>;
}

/** The port for invites. */
export interface InvitePorts {
  readonly invites: Invites;
}
