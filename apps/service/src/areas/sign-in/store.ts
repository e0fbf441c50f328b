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

/** What a browser returned for a passkey, with which later sign-ins are verified. Binary values are base64url. */
export interface PasskeyCredential {
  readonly credentialId: string;
  readonly publicKey: string;
  /** Number of uses that the authenticator counts; 0 if it does not count. */
  readonly counter: number;
  /** How browsers reach the authenticator, as JSON. */
  readonly transports: string;
}

/** The passkeys of members. */
export interface Passkeys {
  /** Adds a passkey. @returns its id; undefined if another passkey has the credential */
  add(passkey: PasskeyCredential & Pick<Passkey, 'userId' | 'name'>): Promise<string | undefined>;
  /** Returns the passkeys of a member, oldest first. */
  list(userId: string): Promise<(Passkey & PasskeyCredential)[]>;
  /** Returns the passkey with a credential; undefined if there is none. */
  find(credentialId: string): Promise<(Passkey & PasskeyCredential) | undefined>;
  /** Stores a use of a passkey. */
  recordUse(id: string, counter: number): Promise<void>;
  /** Removes a passkey of a member. @returns whether the member had it */
  remove(userId: string, id: string): Promise<boolean>;
}

/** The accounts at identity providers with which members sign in. */
export interface OpenIdIdentities {
  /** Returns the id of the member with an identity; undefined if there is none. */
  find(issuer: string, subject: string): Promise<string | undefined>;
  /** Lets a member sign in with an identity from now on. */
  add(issuer: string, subject: string, userId: string): Promise<void>;
}

/** The ports of passkeys and identities. */
export interface SignInPorts {
  readonly passkeys: Passkeys;
  readonly openIdIdentities: OpenIdIdentities;
}
