import type { Role } from './roles.ts';

/** Permissions of a key. A capture key is for a server whose traffic is captured. It can send logs of one project and read only recovery hints. */
export const ACCESSES = ['full', 'read-only', 'capture'] as const;
export type Access = (typeof ACCESSES)[number];

/** Minimum interval between two writes of the last use of a key in milliseconds, so that not every request writes a row. */
export const KEY_USE_INTERVAL_MS = 600_000;

/** The principal of a request: the account or application that sent it. */
export interface Principal {
  readonly keyId: string;
  readonly userId: string;
  readonly access: Access;
  /** Id of the project to which the key is restricted; null for a key with access to all projects of its owner. */
  readonly projectId: string | null;
  readonly expiresAt: string | null;
  /** Approximate time of the last use of the key, at most `KEY_USE_INTERVAL_MS` too early; null if the key was never used. */
  readonly lastUsedAt: string | null;
  /** Permissions of a connected application's access token; undefined for keys. */
  readonly application?: ApplicationAccess | undefined;
}

/** The access of an application that a member has connected to one project. */
export interface ApplicationAccess {
  /** Name that the application reports. */
  readonly clientName: string;
  readonly scopes: readonly string[];
  readonly project: Project;
}

export interface User {
  readonly id: string;
  readonly email: string;
  /** Name that other members see; possibly empty. */
  readonly name: string;
  readonly createdAt: string;
  /** Time at which the account was revoked, which disabled all keys of the account; null if the account is active. */
  readonly revokedAt: string | null;
}

export interface Project {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: string;
}

/** A project, and the role of the member who can access it. */
export interface ProjectAccess {
  readonly project: Project;
  readonly role: Role;
}

/** A project with the role of the member who lists it. */
export interface MemberProject extends Project {
  readonly role: Role;
}

/** A project in the operator's list. */
export interface ListedProject extends Project {
  /** Time at which the project was closed, which removed access for its members; null if the project is open. */
  readonly closedAt: string | null;
  /** Whether anonymous MCP clients can read the public context items of the project. */
  readonly anonymousMcp: boolean;
}

export interface Member {
  readonly userId: string;
  readonly email: string;
  /** Name that other members see; possibly empty. */
  readonly name: string;
  readonly role: Role;
  readonly since: string;
}

/** Result of a change of a member. */
export type MemberChange = 'changed' | 'no-member' | 'last-owner';

/** A key without its secret. The store contains only a hash of the secret. */
export interface ApiKey {
  readonly id: string;
  /** Name that the owner gave the key; possibly empty. */
  readonly name: string;
  readonly access: Access;
  readonly createdAt: string;
  /** Expiry time; null if the key never expires. */
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Slug of the project to which the key is restricted; null for a key with access to all projects of its owner. */
  readonly project: string | null;
  /** Approximate time of the last use of the key, at most `KEY_USE_INTERVAL_MS` too early; null if the key was never used. */
  readonly lastUsedAt: string | null;
  /** Id of the key that replaces this one; null if the key was not rotated. */
  readonly successorId: string | null;
}

/** A key with its owner, for the operator's lists. */
export interface ListedKey extends ApiKey {
  readonly email: string;
  /** Time at which the owner of the key was revoked; null if the owner is active. */
  readonly userRevokedAt: string | null;
}

export interface NewKey {
  readonly access: Access;
  /** Hash of the key; the key itself is never stored. */
  readonly hash: string;
  /** Slug of the project to which the key is restricted. Required for a capture key. The owner must be a member of this project. */
  readonly project?: string | undefined;
  readonly name?: string;
  readonly expiresAt?: string | null;
}

/** Parameters of a key rotation. */
export interface KeyRotation {
  /** Hash of the new key. */
  readonly hash: string;
  /** Time at which the old key expires, unless it expires earlier. */
  readonly oldExpiresAt: string;
  /** Expiry time of the new key; null if it never expires; undefined for the same lifetime as the old key. */
  readonly expiresAt?: string | null | undefined;
}

/** The owner of a key and the access that the key grants. */
export interface Account {
  readonly user: Pick<User, 'id' | 'email' | 'name' | 'createdAt'>;
  readonly key: Omit<ApiKey, 'revokedAt' | 'successorId' | 'lastUsedAt'>;
  /** Projects that the key has access to, sorted by slug. */
  readonly projects: readonly MemberProject[];
}

/** Accounts, projects, members and keys. Writes throw `StoreInputError` for unknown names and for names that already exist. */
export interface Accounts {
  /**
   * Creates a user.
   * @returns the id of the user
   * @throws StoreInputError if a user has the same email address, also in different letter case
   */
  createUser(email: string): Promise<string>;
  /** Returns all users, sorted by email address. */
  users(): Promise<User[]>;
  user(email: string): Promise<User | undefined>;
  /** Changes the name of a user by id. @returns whether the user exists */
  setName(userId: string, name: string): Promise<boolean>;
  /** Returns the open projects of a user by id with the user's roles, sorted by slug. */
  listProjects(userId: string): Promise<MemberProject[]>;
  /** Disables or enables all existing and future keys of a user. Memberships and keys do not change. */
  setRevoked(email: string, revoked: boolean): Promise<void>;

  /**
   * Creates a project with its first owner in one transaction.
   * @returns the id of the project
   */
  createProject(slug: string, name: string, owner: string): Promise<string>;
  /** Returns all projects, sorted by slug. */
  projects(): Promise<ListedProject[]>;
  /** Closes or reopens a project. Members cannot access a closed project, but the project's data is kept. */
  setClosed(slug: string, closed: boolean): Promise<void>;
  /** Changes the display name of a project. */
  setProjectName(projectId: string, name: string): Promise<void>;
  setAnonymousMcp(slug: string, on: boolean): Promise<void>;
  /** Returns the open projects that allow anonymous MCP clients, sorted by slug. */
  anonymousProjects(): Promise<Project[]>;
  /**
   * Returns an open or closed project.
   * @throws StoreInputError if no project has this slug
   */
  projectBySlug(slug: string): Promise<ListedProject>;

  /** Adds a member. Changes nothing if the account is already a member. @param role default: `member` */
  addMember(slug: string, email: string, role?: Role): Promise<void>;
  /** Changes the role of a member. @throws StoreInputError for the last owner */
  setRole(slug: string, email: string, role: Role): Promise<void>;
  /**
   * Removes a member.
   * @throws StoreInputError for the last owner, because no one could change the project
   */
  removeMember(slug: string, email: string): Promise<void>;
  /**
   * Changes the role of a member, or removes a member for the role `null`.
   * @returns the result; `last-owner` if nothing was changed because the project would have no owner
   */
  changeMember(projectId: string, userId: string, role: Role | null): Promise<MemberChange>;
  /** Returns the members of a project by its id, sorted by email address. */
  members(projectId: string): Promise<Member[]>;
  /** Returns the members of an open or closed project by its slug. */
  listMembersBySlug(slug: string): Promise<Member[]>;

  /**
   * Creates a key.
   * @returns the id of the key
   * @throws StoreInputError if the owner is not a member of the project
   */
  createKey(email: string, key: NewKey): Promise<string>;
  /** Returns the keys of one user or of all users, sorted by email address and creation time. */
  keys(email?: string): Promise<ListedKey[]>;
  /**
   * Rotates an active key: creates a key with the same owner, access, project and name, and lets the old key expire.
   * @returns the id of the new key
   * @throws StoreInputError if the key does not exist or is not active
   */
  rotateKey(id: string, rotation: KeyRotation): Promise<string>;
  /** Stores a use of a key, unless a use within the last `KEY_USE_INTERVAL_MS` is stored. */
  recordUse(id: string, at: string): Promise<void>;
  /** Revokes a key permanently. */
  revokeKey(id: string): Promise<void>;
  /** Returns the principal of a key hash; undefined if the key is unknown, expired or revoked, or if its user is revoked. */
  principal(hash: string): Promise<Principal | undefined>;
  /** Returns the principal of an expired or revoked key by the key's hash; undefined for other keys. */
  inactivePrincipal(hash: string): Promise<Principal | undefined>;
  account(keyId: string): Promise<Account | undefined>;
  /**
   * Returns an open project of which the user is a member, and the user's role; undefined if the project does not exist, is closed or is not
   * accessible to the user.
   */
  reachableProject(userId: string, slug: string): Promise<ProjectAccess | undefined>;
}

/** The port for accounts, projects, members and keys. */
export interface AccessPorts {
  readonly accounts: Accounts;
}
