import { DescriptionError, type Lookups, type Question, type Result } from '../api-description/index.ts';
import type { Descriptions } from '../parsing/descriptions.ts';
import { WorkerError } from '../parsing/worker-process.ts';
import type { Project } from '../store/accounts.ts';
import { chosenProject } from './select-project.ts';
import { ToolError } from './tool-error.ts';
import type { Viewer } from './viewer.ts';

/** The project that is meant, and what the description of its API has on a question. @throws ToolError */
export async function lookUp<Kind extends keyof Lookups>(
  descriptions: Descriptions,
  viewer: Viewer,
  slug: string | undefined,
  kind: Kind,
  question: Question<Kind>,
): Promise<{ project: Project; result: Result<Kind> }> {
  const project = await chosenProject(viewer, slug);
  const result = await descriptions.lookUp(project.id, kind, question).catch((error: unknown) => {
    throw toolErrorOf(error, project.slug) ?? error;
  });
  if (result) return { project, result };
  throw new ToolError(
    `project ${project.slug} has no API description: its owner puts one there with "api-description set"; search_context finds what its docs say`,
  );
}

/** Undefined for a defect. */
function toolErrorOf(error: unknown, slug: string): ToolError | undefined {
  const fix =
    'its owner must put a simpler one there with "api-description set"; search_context finds what its docs say';
  if (error instanceof DescriptionError) {
    return new ToolError(`the API description of ${slug} cannot be read, because ${error.message}: ${fix}`);
  }
  if (!(error instanceof WorkerError) || error.reason === 'crash') return undefined;
  if (error.reason === 'deadline' || error.reason === 'memory') {
    return new ToolError(`the API description of ${slug} cannot be read, because that ${error.message}: ${fix}`);
  }
  return new ToolError('the service is busy with other API descriptions: try again in a few seconds');
}
