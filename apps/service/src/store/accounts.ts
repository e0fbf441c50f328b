/** What a key may do. */
export type Access = 'full' | 'read-only';

/** The key behind a request. */
export interface Caller {
  readonly keyId: string;
  readonly userId: string;
  readonly access: Access;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
  /** When all the user's keys stopped working; null while they work. */
  readonly revokedAt: string | null;
}

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A project as its operator sees it. */
export interface ListedProject extends Project {
  /** Since when nobody reaches it; null while its members do. */
  readonly closedAt: string | null;
  /** Whether who has no key may read its public context items over MCP. */
  readonly anonymousMcp: boolean;
}

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly since: string;
}

/** A key as it can be shown: of the key itself only its hash is kept. */
export interface Key {
  readonly id: string;
  /** What its owner calls it; may be empty. */
  readonly name: string;
  readonly access: Access;
  readonly createdAt: string;
  /** When it stops working; null for never. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A key as its operator sees it. */
export interface ListedKey extends Key {
  readonly email: string;
  /** When all keys of its user stopped working; null while they work. */
  readonly userRevokedAt: string | null;
}

export interface NewKey {
  readonly access: Access;
  /** Hash of the key, the only thing of it that is stored. */
  readonly hash: string;
  readonly name?: string;
  readonly expiresAt?: string | null;
}

/** The identity and access behind a key. */
export interface Account {
  readonly user: Pick<User, 'id' | 'email' | 'createdAt'>;
  readonly key: Omit<Key, 'revokedAt'>;
  /** What the key reaches, by slug. */
  readonly projects: readonly Project[];
}

/** Who may reach what. Writes throw `StoreInputError` where a name is not known or taken. */
export interface Accounts {
  /** @returns the id of the user @throws StoreInputError also for an address that a user has in other letter case */
  createUser(email: string): Promise<string>;
  /** By e-mail. */
  users(): Promise<User[]>;
  user(email: string): Promise<User | undefined>;
  /** Makes all the user's keys, present and future, fail or work again. Members and keys stay as they are. */
  setRevoked(email: string, revoked: boolean): Promise<void>;

  /** Makes the project and its first member, or neither. */
  createProject(slug: string, name: string, owner: string): Promise<string>;
  /** By slug. */
  projects(): Promise<ListedProject[]>;
  /** Closed, nobody reaches the project; its data and members stay. */
  setClosed(slug: string, closed: boolean): Promise<void>;
  setAnonymousMcp(slug: string, on: boolean): Promise<void>;
  /** By slug, those that are open and may be read without a key over MCP. */
  anonymousProjects(): Promise<Project[]>;
  /** By slug, for the operator, who reaches closed projects too. @throws StoreInputError where there is none */
  projectBySlug(slug: string): Promise<ListedProject>;

  addMember(slug: string, email: string): Promise<void>;
  /** @throws StoreInputError for the last member too: nobody would reach the project any more */
  removeMember(slug: string, email: string): Promise<void>;
  /** By e-mail. */
  members(projectId: string): Promise<Member[]>;
  /** By slug, for the operator, who reaches closed projects too. */
  membersOf(slug: string): Promise<Member[]>;

  /** @returns the id of the key */
  createKey(email: string, key: NewKey): Promise<string>;
  /** By e-mail, then oldest first; of all users, or of one. */
  keys(email?: string): Promise<ListedKey[]>;
  /** For good. */
  revokeKey(id: string): Promise<void>;
  /** Who asks with the key of this hash, if it works: neither expired nor revoked, and its user not revoked. */
  caller(hash: string): Promise<Caller | undefined>;
  /** Who asked with a key that is known and does not work. */
  inactiveCaller(hash: string): Promise<Caller | undefined>;
  account(keyId: string): Promise<Account | undefined>;
  /** The project, if it is open and the user is a member of it. */
  reachableProject(userId: string, slug: string): Promise<Project | undefined>;
}
