import type { Redaction } from '@context-sync/redaction';
import { Endpoints } from './areas/api-description/endpoint-matchers.ts';
import { OpenapiDocuments } from './areas/api-description/openapi-documents.ts';
import { Portal } from './areas/docs/portal.tsx';
import { PortalSearch } from './areas/docs/portal-search.ts';
import { ToolCalls } from './areas/mcp/tool-calls.ts';
import { TrafficMetrics } from './areas/metrics/traffic-metrics.ts';
import type { ClientDocumentOptions } from './areas/oauth/client-documents.ts';
import { ConnectedApplications } from './areas/oauth/connected-applications.ts';
import { Recovery } from './areas/recovery/recovery.ts';
import { type OpenIdOptions, OpenIdSignIn } from './areas/sign-in/openid-sign-in.ts';
import { AREAS, AUDIT_ACTIONS, type ServicePorts, type ServiceStore } from './areas.ts';
import type { Parsers } from './parsers.ts';
import type { AreaInterface } from './platform/area.ts';
import type { AuditAction } from './platform/audit/audit.ts';
import { PortalHosts } from './platform/http/portal-hosts.ts';
import { type Mailer, NO_MAILER } from './platform/mail/mailer.ts';
import type { RegisteredTool } from './platform/mcp/mcp-tool.ts';
import type { McpViewer } from './platform/mcp/mcp-viewer.ts';

/** Services that the operations, tools and jobs of the areas use. */
export interface Services {
  readonly store: ServiceStore;
  readonly logParsers: Parsers['logs'];
  readonly openapiParsers: Parsers['openapi'];
  readonly docsRenderer: Parsers['docs'];
  /** Redacts short texts. */
  readonly redaction: Redaction;
  readonly openapiDocuments: OpenapiDocuments;
  readonly endpoints: Endpoints;
  readonly metrics: TrafficMetrics;
  readonly recovery: Recovery;
  readonly auditActions: readonly AuditAction[];
  readonly connectedApplications: ConnectedApplications;
  readonly toolCalls: ToolCalls;
  /** Returns the MCP tools of all areas. */
  readonly listTools: (viewer: McpViewer) => readonly RegisteredTool[];
  readonly mailer: Mailer;
  /** Public URL of the service. Links in emails begin with this URL. */
  readonly publicUrl: string | undefined;
  readonly portalHosts: PortalHosts;
  /** Sign-in with an identity provider; undefined if it is not configured. */
  readonly openId: OpenIdSignIn | undefined;
  readonly portal: Portal;
  readonly portalSearch: PortalSearch;
  readonly report: (error: unknown) => void;
}

/** Services for email, links and sign-in. */
interface ServiceReach {
  /** Default: a mailer that sends no emails. */
  readonly mailer?: Mailer;
  readonly publicUrl?: string | undefined;
  readonly portalHosts?: PortalHosts;
  /** Options for fetching the metadata documents of clients. Only tests set these options. */
  readonly clientDocuments?: ClientDocumentOptions | undefined;
  /** The identity provider. By default, members cannot sign in with one. */
  readonly openId?: OpenIdOptions | undefined;
}

export function createServices(
  store: ServiceStore,
  parsers: Parsers,
  report: (error: unknown) => void,
  { mailer = NO_MAILER, publicUrl, portalHosts = new PortalHosts(), clientDocuments, openId }: ServiceReach = {},
): Services {
  const openapiDocuments = new OpenapiDocuments(store, parsers.openapi);
  const endpoints = new Endpoints(openapiDocuments, report);
  const portal = new Portal({ store, docsRenderer: parsers.docs, endpoints, openapiDocuments, publicUrl, portalHosts });
  const services: Services = {
    store,
    logParsers: parsers.logs,
    openapiParsers: parsers.openapi,
    docsRenderer: parsers.docs,
    redaction: parsers.redaction,
    openapiDocuments,
    endpoints,
    metrics: new TrafficMetrics(store, endpoints),
    recovery: new Recovery(store, endpoints),
    auditActions: AUDIT_ACTIONS,
    connectedApplications: new ConnectedApplications(store, report, { publicUrl, clientDocuments }),
    toolCalls: new ToolCalls(store, parsers.redaction),
    listTools: (viewer) => INTERFACES.flatMap((area) => area.listTools?.(services, viewer) ?? []),
    mailer,
    publicUrl,
    portalHosts,
    openId: openId && new OpenIdSignIn(store, openId),
    portal,
    portalSearch: new PortalSearch(store, portal),
    report,
  };
  return services;
}

/** The interfaces of the areas for clients and operators. */
export const INTERFACES: readonly AreaInterface<ServicePorts, Services>[] = await Promise.all(
  AREAS.map((area) => area.load()),
);
