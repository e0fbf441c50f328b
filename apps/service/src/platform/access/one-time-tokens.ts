/**
 * Purposes of one-time tokens: a sign-in link, the challenge of a passkey, a sign-in with an identity provider, or a form that was not submitted
 * because its session had ended.
 */
export const TOKEN_KINDS = ['sign-in-link', 'passkey', 'openid', 'form'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export interface NewOneTimeToken {
  /** Hash of the token; the token itself is never stored. */
  readonly hash: string;
  readonly kind: TokenKind;
  readonly userId: string | null;
  /** Data that belongs to the token. */
  readonly data?: string;
  readonly lifetimeMs: number;
}

/** A one-time token. The store contains only its hash. */
export interface OneTimeToken {
  readonly userId: string | null;
  readonly data: string;
  readonly state: 'valid' | 'used' | 'expired';
}

/** Secrets that are valid for a short time and only once. */
export interface OneTimeTokens {
  /** Creates a token, and deletes tokens that expired long ago. */
  create(token: NewOneTimeToken): Promise<void>;
  /** Returns a token; undefined if no token of this kind has this hash. */
  find(kind: TokenKind, hash: string): Promise<OneTimeToken | undefined>;
  /** Uses a token. Of several concurrent calls, only one gets the token in the state `valid`. */
  use(kind: TokenKind, hash: string): Promise<OneTimeToken | undefined>;
}

/** The port for one-time tokens. */
export interface OneTimeTokenPorts {
  readonly oneTimeTokens: OneTimeTokens;
}
