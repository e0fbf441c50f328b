import { z } from 'zod';
import type { McpTool } from '../../platform/mcp/mcp-tool.ts';
import type { McpViewer } from '../../platform/mcp/mcp-viewer.ts';
import { project, selectProject } from '../../platform/mcp/select-project.ts';
import { ToolError } from '../../platform/mcp/tool-error.ts';
import { describeUseCases } from './describe-use-case.ts';
import { exportSkill } from './export-skill.ts';
import { useCaseSchema } from './schemas.ts';
import type { UseCaseServices } from './services.ts';

const input = z.strictObject({
  useCase: z.string().min(1).max(64).describe('The id or the workflowId of the use case'),
  project,
});

const output = z.object({
  project: z.string(),
  ...useCaseSchema.pick({ id: true, title: true, goal: true, problems: true, workflow: true }).shape,
  steps: z.array(useCaseSchema.shape.steps.element.omit({ endpointId: true })),
});

/** Creates the tool that returns one use case with all steps. */
export function getUseCase(services: UseCaseServices, viewer: McpViewer): McpTool<typeof input, typeof output> {
  return {
    name: 'get_use_case',
    title: 'Get a use case',
    description:
      "Returns all steps of a task that takes several calls of the project's API: the operation of each step, an example of the request, how to recognize that it succeeded, and what to do if it fails.",
    input,
    output,
    async run({ useCase: wanted, project: slug }) {
      const { id, slug: chosen } = await selectProject(viewer, slug);
      const all = (await services.store.useCases.list(id)).filter((each) => each.public || !viewer.publicOnly);
      const foundUseCase = all.find((each) => each.id === wanted || each.workflow.workflowId === wanted);
      const [described] = foundUseCase ? await describeUseCases(services, id, [foundUseCase]) : [];
      if (!described)
        throw new ToolError(`${chosen} has no use case ${JSON.stringify(wanted)}: list_use_cases lists them`);
      return { data: output.parse({ project: chosen, ...described }), text: exportSkill(described).markdown };
    },
  };
}
