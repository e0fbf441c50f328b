/** A passkey of a member. */
export interface Passkey {
  readonly id: string;
  readonly userId: string;
  /** Name that the member gave it. */
  readonly name: string;
  readonly createdAt: string;
  /** Time of the last sign-in with it; null if there was none. */
  readonly lastUsedAt: string | null;
}

/** The credential that a browser returned for a passkey. Later sign-ins are verified with it. Binary values are base64url. */
export interface PasskeyCredential {
  readonly credentialId: string;
  readonly publicKey: string;
  /** Signature counter of the authenticator; 0 if the authenticator has no counter. */
  readonly counter: number;
  /** Transports of the authenticator, as JSON. */
  readonly transports: string;
}

/** The passkeys of members. */
export interface Passkeys {
  /** Adds a passkey. @returns its id; undefined if another passkey has the same credential */
  add(passkey: PasskeyCredential & Pick<Passkey, 'userId' | 'name'>): Promise<string | undefined>;
  /** Returns the passkeys of a member, oldest first. */
  list(userId: string): Promise<(Passkey & PasskeyCredential)[]>;
  /** Returns the passkey with a credential id; undefined if it does not exist. */
  find(credentialId: string): Promise<(Passkey & PasskeyCredential) | undefined>;
  /** Stores a use of a passkey. */
  recordUse(id: string, counter: number): Promise<void>;
  /** Removes a passkey of a member. @returns whether the member had the passkey */
  remove(userId: string, id: string): Promise<boolean>;
}

/** The accounts at identity providers with which members sign in. */
export interface OpenIdIdentities {
  /** Returns the id of the member with an identity; undefined if no member has this identity. */
  find(issuer: string, subject: string): Promise<string | undefined>;
  /** Links an identity to a member, so that the member can sign in with it. */
  add(issuer: string, subject: string, userId: string): Promise<void>;
}

/** The ports for passkeys and identities. */
export interface SignInPorts {
  readonly passkeys: Passkeys;
  readonly openIdIdentities: OpenIdIdentities;
}
