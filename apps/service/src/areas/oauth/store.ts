import type { Project } from '../../platform/access/accounts.ts';

/** Scopes of the tokens of connected applications, with descriptions for members. */
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
  /** Identifier of the client: the URL of its metadata document, or the id of its registration. */
  readonly clientId: string;
  /** Name that the client reports. The name is not verified. */
  readonly clientName: string;
  /** Host of the metadata document, or of the redirect URI. */
  readonly clientHost: string;
  /** Granted scopes, separated by spaces. */
  readonly scope: string;
  /** URL of the MCP server for which the tokens are valid. */
  readonly resource: string;
  readonly createdAt: string;
  /** Approximate time of the last use, at most `KEY_USE_INTERVAL_MS` too early; null if the connection was never used. */
  readonly lastUsedAt: string | null;
}

/** A connection with its member and project, for lists. */
export interface ListedConnection extends ApplicationConnection {
  readonly email: string;
  readonly project: string;
}

/** The permissions of an access token. */
export interface TokenGrant {
  readonly connection: ApplicationConnection;
  readonly project: Project;
  readonly scopes: readonly ApplicationScope[];
  readonly expiresAt: string;
}

/** Connected applications. */
export interface ApplicationConnections {
  /** Stores a connection. If the member then has too many connections, deletes the least recently used one. */
  create(connection: Omit<ApplicationConnection, 'lastUsedAt'>): Promise<void>;
  /**
   * Returns an active connection: its project is open, and its member is active and joined the project before the connection was created.
   */
  find(id: string): Promise<ApplicationConnection | undefined>;
  /** Returns the permissions of an access token of an active connection; undefined for tokens of other servers, and for unknown and expired tokens. */
  findByToken(hash: string, resource: string): Promise<TokenGrant | undefined>;
  /** Returns the connections of one member or of all members, newest first. */
  list(userId?: string): Promise<ListedConnection[]>;
  /** Deletes a connection with its tokens. @returns whether the connection existed */
  revoke(id: string): Promise<boolean>;
  recordUse(id: string, at: string): Promise<void>;
}

/** Records of the authorization server: tokens, codes, authorization requests that wait for consent, and registered clients. */
export const RECORD_KINDS = ['AccessToken', 'AuthorizationCode', 'RefreshToken', 'Interaction', 'Client'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** A record of the authorization server. Its secret id is not stored, only the hash. */
export interface AuthorizationRecord {
  readonly hash: string;
  readonly kind: RecordKind;
  /** Id of the connection to which a token or code belongs. */
  readonly connectionId: string | null;
  /** Data of the record as JSON. */
  readonly payload: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Time at which a code was redeemed or a refresh token was used; null if it was not used. */
  readonly consumedAt: string | null;
}

export interface AuthorizationRecords {
  /** Creates or replaces a record. */
  save(record: Omit<AuthorizationRecord, 'createdAt' | 'consumedAt'>): Promise<void>;
  /** Returns a record that has not expired. */
  find(hash: string): Promise<AuthorizationRecord | undefined>;
  /** Marks a record as used. @returns false if the record was already used */
  consume(hash: string): Promise<boolean>;
  delete(hash: string): Promise<void>;
  /** Extends the lifetime of a record. */
  extend(hash: string, expiresAt: string): Promise<void>;
  /** Deletes the tokens and codes of a connection. */
  deleteByConnection(connectionId: string): Promise<void>;
  /**
   * Deletes expired records, connections without valid tokens, and records above the limits of their kinds, starting with those that expire first.
   * @returns the number of deleted rows
   */
  prune(now: string): Promise<number>;
}

/** The ports for connected applications. */
export interface OAuthPorts {
  readonly connections: ApplicationConnections;
  readonly authorizationRecords: AuthorizationRecords;
}
