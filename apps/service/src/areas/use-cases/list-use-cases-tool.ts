import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import { describeUseCases } from './describe-use-case.ts';
import type { UseCaseServices } from './services.ts';

const input = z.strictObject({ project });

const output = z.object({
  project: z.string(),
  useCases: z.array(
    z.object({
      id: z.string(),
      workflowId: z.string(),
      title: z.string(),
      goal: z.string(),
      steps: z.int().describe('Number of steps'),
      problems: z.int().describe('Number of steps that can no longer be followed'),
    }),
  ),
});

/** Creates the tool that lists the use cases of the API. */
export function listUseCases(services: UseCaseServices, viewer: McpViewer): McpTool<typeof input, typeof output> {
  return {
    name: 'list_use_cases',
    title: 'List use cases',
    description:
      "Lists tasks that take several calls of the project's API, as its owner has written them. get_use_case returns all steps of one.",
    input,
    output,
    async run({ project: slug }) {
      const { id, slug: chosen } = await selectProject(viewer, slug);
      const all = (await services.store.useCases.list(id)).filter((each) => each.public || !viewer.publicOnly);
      const describedUseCases = await describeUseCases(services, id, all);
      const useCases = describedUseCases.map(({ id: useCaseId, title, goal, workflow, steps, problems }) => ({
        id: useCaseId,
        workflowId: workflow.workflowId,
        title,
        goal,
        steps: steps.length,
        problems: problems.length,
      }));
      const lines = useCases.map(({ workflowId, title, steps }) => `- ${workflowId}: ${title} (${steps} steps)`);
      const text = [useCases.length === 0 ? `${chosen} has no use cases.` : `Use cases of ${chosen}:`, ...lines];
      return { data: { project: chosen, useCases }, text: text.join('\n') };
    },
  };
}
