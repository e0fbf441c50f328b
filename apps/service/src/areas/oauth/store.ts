import type { Project } from '../../platform/access/accounts.ts';

/** Scopes of the tokens of connected applications, with what they allow in plain words. */
export const SCOPES = {
  'mcp:read': 'Read the docs, the OpenAPI document and the reports of the project',
  'mcp:feedback': 'Report problems and missing tools to the owners of the project',
} as const;
export type ApplicationScope = keyof typeof SCOPES;

/** An application that a member has connected to one project. */
export interface ApplicationConnection {
  readonly id: string;
  readonly userId: string;
  readonly projectId: string;
  /** Identifier of the client: the address of its metadata document, or the id of its registration. */
  readonly clientId: string;
  /** Name that the client gives itself. No one has verified it. */
  readonly clientName: string;
  /** Host of the metadata document, or of the address to which the client is redirected. */
  readonly clientHost: string;
  /** Granted scopes, separated by spaces. */
  readonly scope: string;
  /** Address of the MCP server for which the tokens are valid. */
  readonly resource: string;
  readonly createdAt: string;
  /** Time of a use of the connection that is at most `KEY_USE_INTERVAL_MS` before its last use; null if it was never used. */
  readonly lastUsedAt: string | null;
}

/** A connection with its member and project, as listed for people. */
export interface ListedConnection extends ApplicationConnection {
  readonly email: string;
  readonly project: string;
}

/** What an access token allows. */
export interface TokenGrant {
  readonly connection: ApplicationConnection;
  readonly project: Project;
  readonly scopes: readonly ApplicationScope[];
  readonly expiresAt: string;
}

/** Connected applications. */
export interface ApplicationConnections {
  /** Stores a connection, and deletes the connection of the member that was not used for the longest time if there are too many. */
  create(connection: Omit<ApplicationConnection, 'lastUsedAt'>): Promise<void>;
  /**
   * Returns a connection that is in use: its member is active and has been a member of its open project since before the connection was created.
   */
  find(id: string): Promise<ApplicationConnection | undefined>;
  /** Returns what an access token of a connection in use allows; undefined for tokens of other servers, and for unknown and expired tokens. */
  findByToken(hash: string, resource: string): Promise<TokenGrant | undefined>;
  /** Returns the connections of one member or of all members, newest first. */
  list(userId?: string): Promise<ListedConnection[]>;
  /** Deletes a connection with its tokens. @returns whether it existed */
  revoke(id: string): Promise<boolean>;
  recordUse(id: string, at: string): Promise<void>;
}

/** What the authorization server stores: tokens, codes, requests that wait for consent, and registered clients. */
export const RECORD_KINDS = ['AccessToken', 'AuthorizationCode', 'RefreshToken', 'Interaction', 'Client'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A record of the authorization server. Its secret id is not stored, only the hash. */
export interface AuthorizationRecord {
  readonly hash: string;
  readonly kind: RecordKind;
  /** Id of the connection to which a token or code belongs. */
  readonly connectionId: string | null;
  /** JSON text. */
  readonly payload: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Time at which a code was redeemed or a refresh token was used; null if it was not. */
  readonly consumedAt: string | null;
}

export interface AuthorizationRecords {
  /** Stores a record, or replaces it. */
  save(record: Omit<AuthorizationRecord, 'createdAt' | 'consumedAt'>): Promise<void>;
  /** Returns a record that has not expired. */
  find(hash: string): Promise<AuthorizationRecord | undefined>;
  /** Marks a record as used. @returns false if it was used before */
  consume(hash: string): Promise<boolean>;
  delete(hash: string): Promise<void>;
  /** Lets a record expire at a later time. */
  extend(hash: string, expiresAt: string): Promise<void>;
  /** Deletes the tokens and codes of a connection. */
  deleteByConnection(connectionId: string): Promise<void>;
  /**
   * Deletes expired records, connections without valid tokens, and records above the limits of their kinds, those first that expire first.
   * @returns the number of deleted rows
   */
  prune(now: string): Promise<number>;
}

/** The ports of connected applications. */
export interface OAuthPorts {
  readonly connections: ApplicationConnections;
  readonly authorizationRecords: AuthorizationRecords;
}
