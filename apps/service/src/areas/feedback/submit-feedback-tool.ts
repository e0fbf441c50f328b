import { z } from 'zod';
import { HttpError } from '../../platform/errors/errors.ts';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { findMemberEmail, prepareReport } from './prepare-report.ts';
import { getStoredReport } from './reported.ts';
import { reportProperties } from './schemas.ts';
import type { FeedbackServices } from './services.ts';

/** Maximum length of the name of an agent. */
const MAX_AGENT_CHARS = 100;

const input = z.strictObject({ ...reportProperties, project });

const output = z.object({
  project: z.string(),
  id: z.string(),
  times: z.int().describe('Number of equal reports'),
});

/** Creates the tool with which agents report problems. It is the only tool that writes. */
export function submitFeedback(services: FeedbackServices, viewer: McpViewer): McpTool<typeof input, typeof output> {
  const { store } = services;
  return {
    name: 'submit_feedback',
    title: 'Report a problem',
    description:
      'Reports a problem with the API or its docs to its owners: what is missing, wrong, outdated, confusing or broken. Only problems, no praise, and nothing about the task of the person. No personal data and no credentials. Report each problem once, and then go on with your task: no one answers.',
    input,
    output,
    async run({ project: slug, impact = null, task = null, suggestion = null, about = null, ...given }, client) {
      const { id: projectId, slug: chosen } = await selectProject(viewer, slug);
      const name = client.slice(0, MAX_AGENT_CHARS);
      const agent = name === '' ? null : { name, version: null };
      const email = await findMemberEmail(services, projectId, viewer.id);
      const report = await prepareReport(
        services,
        projectId,
        'mcp',
        { id: viewer.id, email },
        {
          ...given,
          impact,
          task,
          suggestion,
          about,
          agent,
        },
      );
      try {
        const { id, times } = getStoredReport(
          await store.transaction((operations) => operations.feedback.report(projectId, report)),
        );
        return { data: { project: chosen, id, times }, text: 'The report was stored. Go on with your task.' };
      } catch (error) {
        if (error instanceof HttpError && error.code === 'rate_limited') throw new ToolError(error.message);
        throw error;
      }
    },
  };
}
