import type { Project } from '../../platform/access/accounts.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { selectProject } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { WorkerError } from '../../platform/parsing/worker-process.ts';
import { type LookupFunctions, type LookupQuestion, type LookupResult, OpenapiError } from './index.ts';
import type { OpenapiDocuments } from './openapi-documents.ts';

/**
 * Selects the project and executes a lookup in its OpenAPI document.
 * @throws ToolError
 */
export async function lookUp<Kind extends keyof LookupFunctions>(
  openapiDocuments: OpenapiDocuments,
  viewer: McpViewer,
  slug: string | undefined,
  kind: Kind,
  question: LookupQuestion<Kind>,
): Promise<{ project: Project; result: LookupResult<Kind> }> {
  const project = await selectProject(viewer, slug);
  const result = await openapiDocuments.lookUp(project.id, kind, question).catch((error: unknown) => {
    throw createToolError(error, project.slug) ?? error;
  });
  if (result) return { project, result };
  throw new ToolError(
    `project ${project.slug} has no OpenAPI document: its owner can add one with "api-description set"; use search_context to search its docs`,
  );
}

/** Returns the tool error for an expected failure; undefined for an internal error. */
function createToolError(error: unknown, slug: string): ToolError | undefined {
  const fix = 'its owner must upload a simpler one with "api-description set"; use search_context to search its docs';
  if (error instanceof OpenapiError) {
    return new ToolError(`the OpenAPI document of ${slug} cannot be read because ${error.message}: ${fix}`);
  }
  if (!(error instanceof WorkerError) || error.reason === 'crash') return undefined;
  if (error.reason === 'deadline' || error.reason === 'memory') {
    return new ToolError(`the OpenAPI document of ${slug} cannot be read because parsing ${error.message}: ${fix}`);
  }
  return new ToolError('the service is busy with other OpenAPI documents: try again in a few seconds');
}
