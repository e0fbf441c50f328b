import type { McpServer } from '@modelcontextprotocol/server';
import type { Command } from 'commander';
import type { App } from './access/request-environment.ts';
import type { AuditAction } from './audit/audit.ts';
import type { CliContext } from './cli/cli-context.ts';
import type { BackupTable } from './database/backup-table.ts';
import type { AreaMigrations } from './database/migrations.ts';
import type { BodyRule } from './http/body-limit.ts';
import type { FormatError } from './http/error-format.ts';
import type { RegisteredTool } from './mcp/mcp-tool.ts';
import type { McpViewer } from './mcp/mcp-viewer.ts';

/** How a background job reports to the operator, and when it ends. */
export interface JobContext {
  readonly report: (error: unknown) => void;
  readonly warn: (warning: string) => void;
  readonly signal: AbortSignal;
}

/**
 * What an area of the specification contributes to the service. An area imports the platform, and the ports and services of areas below it.
 * `areas.ts` lists all areas; nothing else knows them all.
 */
export interface Area<Ports, Services> {
  readonly name: string;
  readonly migrations?: AreaMigrations;
  /** The tables that a backup contains. */
  readonly tables?: readonly BackupTable[];
  /** The actions that the area records in the audit log. */
  readonly auditActions?: readonly AuditAction[];
  /** Operations whose bodies are larger than others, or may be compressed. */
  readonly bodies?: readonly BodyRule[];
  /** Returns the error response of an operation whose protocol defines another format; undefined for other operations. */
  readonly formatError?: FormatError;
  addRoutes?(app: App, services: Services): void;
  /** Adds MCP resources for a viewer. */
  addResources?(server: McpServer, services: Services, viewer: McpViewer): void;
  listTools?(services: Services, viewer: McpViewer): readonly RegisteredTool[];
  /** @param actions all actions that the areas record in the audit log */
  createCommands?(cli: CliContext<Ports>, actions: readonly AuditAction[]): readonly Command[];
  /** Starts the background jobs. Each promise resolves after the signal is aborted and the job has ended. */
  startJobs?(services: Services, context: JobContext): readonly Promise<void>[];
}

/** Returns an area with its exact type. */
export function defineArea<Defined extends Area<never, never>>(area: Defined): Defined {
  return area;
}
