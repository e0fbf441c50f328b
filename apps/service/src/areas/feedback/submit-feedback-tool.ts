import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project } from '../../platform/mcp/select-project.ts';
import { agentReport, reportAsAgent } from './report-as-agent.ts';
import { reportProperties } from './schemas.ts';
import type { FeedbackServices } from './services.ts';

const input = z.strictObject({ ...reportProperties, project });

/** Creates the tool with which agents report problems. */
export function submitFeedback(
  services: FeedbackServices,
  viewer: McpViewer,
): McpTool<typeof input, typeof agentReport> {
  return {
    name: 'submit_feedback',
    title: 'Report a problem',
    description:
      'Reports a problem with the API or its docs to its owners: what is missing, wrong, outdated, confusing or broken. Only problems, no praise, and nothing about the task of the person. No personal data and no credentials. Report each problem once, and then continue with your task: no one replies.',
    input,
    output: agentReport,
    run: ({ project: slug, impact = null, task = null, suggestion = null, about = null, ...given }, client) =>
      reportAsAgent(services, viewer, { slug, client }, { ...given, impact, task, suggestion, about }),
  };
}
