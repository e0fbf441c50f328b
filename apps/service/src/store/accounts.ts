/** Permissions of a key. A capture key belongs to a server that is captured: it sends logs of one project and reads nothing but recovery hints. */
export const ACCESSES = ['full', 'read-only', 'capture'] as const;
export type Access = (typeof ACCESSES)[number];

/** The authenticated caller of a request. */
export interface Caller {
  readonly keyId: string;
  readonly userId: string;
  readonly access: Access;
  /** The only project of a capture key; null for the others. */
  readonly projectId: string | null;
}

export interface User {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
  /** Time at which the user was revoked, which disables all keys of the user; null if the user is active. */
  readonly revokedAt: string | null;
}

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A project as listed for the operator. */
export interface ListedProject extends Project {
  /** Time at which the project was closed, which removes access for its members; null if the project is open. */
  readonly closedAt: string | null;
  /** Whether anonymous MCP clients can read its public context items. */
  readonly anonymousMcp: boolean;
}

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly since: string;
}

/** A key without its secret, of which only a hash is stored. */
export interface ApiKey {
  readonly id: string;
  /** Name given by the owner; may be empty. */
  readonly name: string;
  readonly access: Access;
  readonly createdAt: string;
  /** Expiry time; null if the key never expires. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

/** A key as listed for the operator. */
export interface ListedKey extends ApiKey {
  readonly email: string;
  /** Slug of the project of a capture key; null for the others. */
  readonly project: string | null;
  /** Time at which the user of the key was revoked; null if the user is active. */
  readonly userRevokedAt: string | null;
}

export interface NewKey {
  readonly access: Access;
  /** Hash of the key; the key itself is never stored. */
  readonly hash: string;
  /** Slug of the project of a capture key, of which the owner must be a member. */
  readonly project?: string | undefined;
  readonly name?: string;
  readonly expiresAt?: string | null;
}

/** The owner of a key and the access that the key grants. */
export interface Account {
  readonly user: Pick<User, 'id' | 'email' | 'createdAt'>;
  readonly key: Omit<ApiKey, 'revokedAt'>;
  /** Projects that the key has access to, sorted by slug. */
  readonly projects: readonly Project[];
}

/** Users, projects, members and keys. Writes throw `StoreInputError` for unknown or duplicate names. */
export interface Accounts {
  /** @returns the id of the user @throws StoreInputError also if the address exists in different letter case */
  createUser(email: string): Promise<string>;
  /** Lists users by email. */
  users(): Promise<User[]>;
  user(email: string): Promise<User | undefined>;
  /** Disables or enables all present and future keys of a user. Memberships and keys are not changed. */
  setRevoked(email: string, revoked: boolean): Promise<void>;

  /** Creates a project and its first member in one transaction. */
  createProject(slug: string, name: string, owner: string): Promise<string>;
  /** Lists projects by slug. */
  projects(): Promise<ListedProject[]>;
  /** Closes or reopens a project. Members have no access to a closed project; its data stays. */
  setClosed(slug: string, closed: boolean): Promise<void>;
  setAnonymousMcp(slug: string, on: boolean): Promise<void>;
  /** Lists open projects that allow anonymous MCP clients, by slug. */
  anonymousProjects(): Promise<Project[]>;
  /** Returns an open or closed project. @throws StoreInputError if there is none */
  projectBySlug(slug: string): Promise<ListedProject>;

  addMember(slug: string, email: string): Promise<void>;
  /** @throws StoreInputError also for the last member, because no one would have access to the project */
  removeMember(slug: string, email: string): Promise<void>;
  /** Lists members by email. */
  members(projectId: string): Promise<Member[]>;
  /** Lists the members of an open or closed project. */
  membersOf(slug: string): Promise<Member[]>;

  /** @returns the id of the key @throws StoreInputError also if the owner is not a member of the project */
  createKey(email: string, key: NewKey): Promise<string>;
  /** Lists the keys of one user or all users, by email and creation time. */
  keys(email?: string): Promise<ListedKey[]>;
  /** Revokes a key permanently. */
  revokeKey(id: string): Promise<void>;
  /** Returns the caller for a key hash if the key is active: not expired, not revoked, and its user not revoked. */
  caller(hash: string): Promise<Caller | undefined>;
  /** Returns the caller for a known key that is expired or revoked. */
  inactiveCaller(hash: string): Promise<Caller | undefined>;
  account(keyId: string): Promise<Account | undefined>;
  /** Returns the project if it is open and the user is a member. */
  reachableProject(userId: string, slug: string): Promise<Project | undefined>;
}
