import type { McpServer } from '@modelcontextprotocol/server';
import type { Command } from 'commander';
import type { App } from './access/request-environment.ts';
import type { AuditAction, AuditTargets } from './audit/audit.ts';
import type { CliContext } from './cli/cli-context.ts';
import type { PortReads, SqlContext } from './database/dialect.ts';
import type { AreaMigrations } from './database/migrations.ts';
import type { Sql } from './database/sql.ts';
import type { DatabaseTable } from './database/table.ts';
import type { BodyRule } from './http/body-limit.ts';
import type { FormatError } from './http/error-format.ts';
import type { RegisteredTool } from './mcp/mcp-tool.ts';
import type { McpViewer } from './mcp/mcp-viewer.ts';
import type { Pages } from './pages/pages.tsx';
import type { ReadProjectSize } from './quotas/usage-sql.ts';

/**
 * An area of the specification: its tables and ports, and a function that loads its interface. An area imports the platform, and the ports and
 * services of areas below it. Only `areas.ts` lists all areas. The database threads load the areas without their interfaces.
 * @typeParam Ports the ports of the area, and the ports that its audit targets read
 * @typeParam Links dependencies of the area's ports on other areas
 */
export interface Area<Ports extends object, Links, Interface> {
  readonly name: string;
  readonly migrations?: AreaMigrations;
  /** The tables, each after the tables that its foreign keys reference. */
  readonly tables?: readonly DatabaseTable[];
  readonly createPorts?: (context: SqlContext, links: Links) => Ports;
  /** The port functions that only read. Every other function runs in a transaction. */
  readonly reads?: PortReads<NoInfer<Ports>>;
  readonly readProjectSize?: ReadProjectSize;
  /** Rebuilds the tables that a backup does not contain, after the rows of the backup have been inserted. */
  finishRestore?(sql: Sql): Promise<void>;
  /** The actions that the area records in the audit log. */
  readonly auditActions?: readonly AuditAction[];
  readonly auditTargets?: AuditTargets<NoInfer<Ports>>;
  /** Loads the interface of the area. */
  load(): Promise<Interface>;
}

/** Context of a background job: functions that report to the operator, and the signal that ends the job. */
export interface JobContext {
  readonly report: (error: unknown) => void;
  readonly warn: (warning: string) => void;
  readonly signal: AbortSignal;
}

/** The interface of an area for clients and operators: operations, pages, MCP tools, commands and jobs. */
export interface AreaInterface<Ports, Services> {
  /** Operations whose bodies have a larger size limit, or may be compressed. */
  readonly bodies?: readonly BodyRule[];
  /** Returns the error response of an operation whose protocol defines another format; undefined for other operations. */
  readonly formatError?: FormatError;
  addRoutes?(app: App, services: Services): void;
  /** Adds the pages of the area, and the routes of their forms. */
  addPages?(pages: Pages, services: Services): void;
  /** Adds MCP resources for a viewer. */
  addResources?(server: McpServer, services: Services, viewer: McpViewer): void;
  listTools?(services: Services, viewer: McpViewer): readonly RegisteredTool[];
  /** @param actions all actions that the areas record in the audit log */
  createCommands?(cli: CliContext<Ports>, actions: readonly AuditAction[]): readonly Command[];
  /** Starts the background jobs. Each promise resolves when the job has ended after the signal was aborted. */
  startJobs?(services: Services, context: JobContext): readonly Promise<void>[];
}

/** Returns the area unchanged, with its exact type. */
export function defineArea<Ports extends object, Links, Interface>(
  area: Area<Ports, Links, Interface>,
): Area<Ports, Links, Interface> {
  return area;
}

/** Returns the interface of an area unchanged, with its exact type. */
export function defineInterface<Defined extends AreaInterface<never, never>>(defined: Defined): Defined {
  return defined;
}
