import { createRoute, z } from '@hono/zod-openapi';
import { requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { createNotFoundError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { createAnonymousViewer } from '../../platform/mcp/mcp-viewer.ts';
import { changeTool } from './change-tool.ts';
import {
  mcpSettingsChangesSchema,
  mcpSettingsSchema,
  toolChangesSchema,
  toolParameters,
  toolSchema,
} from './schemas.ts';
import type { McpServices } from './services.ts';
import { describeTools } from './tool-report.ts';

const MCP_PATH = '/api/v1/projects/{slug}/mcp';
const TOOLS_PATH = `${MCP_PATH}/tools`;
const TOOLS_ROUTE = { tags: ['MCP'], 'x-area': 'mcp', 'x-extension': true };

const list = createRoute({
  ...TOOLS_ROUTE,
  method: 'get',
  path: TOOLS_PATH,
  operationId: 'listMcpTools',
  'x-role': 'member',
  summary: 'List the MCP tools of a project with their calls',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(200, z.object({ tools: z.array(toolSchema) }), 'All tools'),
});

const update = createRoute({
  ...TOOLS_ROUTE,
  method: 'patch',
  path: `${TOOLS_PATH}/{toolName}`,
  operationId: 'updateMcpTool',
  'x-role': 'owner',
  ...createAuditMarker('mcp-tool.update'),
  summary: 'Switch an MCP tool on or off, or change its description (audited)',
  description:
    'A tool that is switched off is not listed and cannot be called in the project. A client with access to several projects gets the changed description only if it is the same in all these projects.',
  request: {
    params: toolParameters,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: toolChangesSchema } } },
  },
  responses: createOperationResponses(200, toolSchema, 'The tool', ...WRITE_ERROR_STATUSES),
});

const getSettings = createRoute({
  ...TOOLS_ROUTE,
  method: 'get',
  path: `${MCP_PATH}/settings`,
  operationId: 'getMcpSettings',
  'x-role': 'member',
  summary: 'Get whether MCP tools ask agents for their intent',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(200, mcpSettingsSchema, 'The settings'),
});

const updateSettings = createRoute({
  ...TOOLS_ROUTE,
  method: 'patch',
  path: `${MCP_PATH}/settings`,
  operationId: 'updateMcpSettings',
  'x-role': 'owner',
  ...createAuditMarker('mcp-settings.update'),
  summary: 'Ask agents for their intent, or stop asking (audited)',
  description:
    'With `askForIntent`, each MCP tool has the optional argument `intent`. Credentials and email addresses are removed from it. The newest 20 intents of each tool are stored for at most 90 days.',
  request: {
    params: slugParameters,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: mcpSettingsChangesSchema } } },
  },
  responses: createOperationResponses(200, mcpSettingsSchema, 'The settings', ...WRITE_ERROR_STATUSES),
});

/** Adds the operations of the catalog of MCP tools. */
export function addToolRoutes(app: App, services: McpServices): void {
  const { store, listTools } = services;
  addSettingsRoutes(app, services);
  // The viewer affects only calls of tools, not the list of tools.
  const tools = () => listTools(createAnonymousViewer(store, ''));

  app.openapi(list, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    return c.json({ tools: await describeTools(store, project.id, tools()) }, 200);
  });

  app.openapi(update, async (c) => {
    const { slug, toolName: name } = c.req.valid('param');
    const project = await requireProjectAccess(c, store, slug);
    const changes = c.req.valid('json');
    const tool = tools().find((each) => each.name === name);
    const change = { action: 'mcp-tool.update', project, target: name } as const;
    const registeredTool = await store.transaction((operations) =>
      auditChange(c, operations, change, async () => tool && changeTool(operations, project.id, tool, changes)),
    );
    const [described] = registeredTool ? await describeTools(store, project.id, [registeredTool]) : [];
    if (!described) throw createNotFoundError('MCP tool', name);
    return c.json(described, 200);
  });
}

function addSettingsRoutes(app: App, { store }: McpServices): void {
  app.openapi(getSettings, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { intentProjects } = await store.mcpTools.settings([project.id]);
    return c.json({ askForIntent: intentProjects.includes(project.id) }, 200);
  });

  app.openapi(updateSettings, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { askForIntent } = c.req.valid('json');
    const change = { action: 'mcp-settings.update', project, target: project.id } as const;
    await store.transaction((operations) =>
      auditChange(c, operations, change, async () => {
        await operations.mcpTools.askForIntent(project.id, askForIntent);
        return true;
      }),
    );
    return c.json({ askForIntent }, 200);
  });
}
