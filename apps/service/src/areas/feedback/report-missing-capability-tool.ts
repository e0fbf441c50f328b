import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project } from '../../platform/mcp/select-project.ts';
import { agentReport, reportAsAgent } from './report-as-agent.ts';
import type { FeedbackServices } from './services.ts';

const MAX_CAPABILITY_CHARS = 1_000;

const input = z.strictObject({
  capability: z
    .string()
    .trim()
    .min(1)
    .max(MAX_CAPABILITY_CHARS)
    .describe('What you looked for and did not find: a tool, an operation or a page, in one or two sentences'),
  project,
});

/** Creates the tool with which agents report capabilities or documentation that they searched for and did not find. The tool only stores the report. */
export function reportMissingCapability(
  services: FeedbackServices,
  viewer: McpViewer,
): McpTool<typeof input, typeof agentReport> {
  return {
    name: 'report_missing_capability',
    title: 'Report a missing capability',
    description:
      'Records what you looked for and did not find among the tools, operations and docs of this API. It does not add the capability, and no one replies. Report each gap once, without personal data and credentials, and continue with your task.',
    input,
    output: agentReport,
    run: ({ project: slug, capability }, client) =>
      reportAsAgent(
        services,
        viewer,
        { slug, client },
        { kind: 'missing', detail: capability, impact: null, task: null, suggestion: null, about: null },
      ),
  };
}
