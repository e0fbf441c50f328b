import { z } from 'zod';
import { HttpError } from '../../platform/errors/errors.ts';
import type { ToolResult } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { selectProject } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { findMemberEmail, prepareReport, type ReportInput } from './prepare-report.ts';
import type { FeedbackServices } from './services.ts';
import { getStoredReport } from './stored-report.ts';

/** Maximum length of the name of an agent. */
const MAX_AGENT_CHARS = 100;

/** Response to an agent's report. */
export const agentReport = z.object({
  project: z.string(),
  id: z.string(),
  times: z.int().describe('Number of equal reports'),
});

/** Stores a report of an agent. @throws ToolError if the agent must wait */
export async function reportAsAgent(
  services: FeedbackServices,
  viewer: McpViewer,
  { slug, client }: { readonly slug: string | undefined; readonly client: string },
  reportInput: Omit<ReportInput, 'agent'>,
): Promise<ToolResult<z.input<typeof agentReport>>> {
  const { id: projectId, slug: chosen } = await selectProject(viewer, slug);
  const name = client.slice(0, MAX_AGENT_CHARS);
  const agent = name === '' ? null : { name, version: null };
  const email = await findMemberEmail(services, projectId, viewer.id);
  const reporter = { id: viewer.id, email };
  const report = await prepareReport(services, projectId, 'mcp', reporter, { ...reportInput, agent });
  try {
    const { id, times } = getStoredReport(
      await services.store.transaction((operations) => operations.feedback.report(projectId, report)),
    );
    return { data: { project: chosen, id, times }, text: 'The report was stored. Continue with your task.' };
  } catch (error) {
    if (error instanceof HttpError && error.code === 'rate_limited') throw new ToolError(error.message);
    throw error;
  }
}
