/** Ways to sign in. */
export const SIGN_IN_METHODS = ['link', 'mail', 'key', 'passkey', 'openid', 'invite'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

const DAY_MS = 86_400_000;
/** Idle time in milliseconds after which a session ends. */
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** Maximum lifetime of a session in milliseconds, even if it is in use. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** Minimum interval between two writes of the last use of a session in milliseconds, so that not every request writes a row. */
export const SESSION_USE_INTERVAL_MS = 600_000;

/** A session of a member in a browser. The store contains only a hash of its secret. */
export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly method: SignInMethod;
  /** The User-Agent header of the browser that signed in. */
  readonly userAgent: string;
  readonly createdAt: string;
  /** Approximate time of the last use of the session, at most `SESSION_USE_INTERVAL_MS` too early. */
  readonly lastUsedAt: string;
  readonly expiresAt: string;
}

/** A session with its member. */
export interface MemberSession extends Session {
  readonly email: string;
  /** Name of the member; possibly empty. */
  readonly name: string;
}

export interface NewSession {
  readonly userId: string;
  readonly hash: string;
  readonly method: SignInMethod;
  readonly userAgent: string;
}

export interface Sessions {
  /**
   * Creates a session, and deletes sessions that ended long ago.
   * @returns the id of the session; undefined if the member's account was revoked
   */
  create(session: NewSession): Promise<string | undefined>;
  /** Returns a session by the hash of its secret, and whether it is active; undefined if the hash is unknown. */
  find(hash: string): Promise<(MemberSession & { readonly isActive: boolean }) | undefined>;
  /** Stores a use of a session. */
  recordUse(id: string, at: string): Promise<void>;
  /** Returns the active sessions of a member, newest first. */
  list(userId: string): Promise<Session[]>;
  /** Ends a session of a member. @returns whether the member had this active session */
  revoke(userId: string, id: string): Promise<boolean>;
}

/** The port for sessions. */
export interface SessionPorts {
  readonly sessions: Sessions;
}
