import { z } from 'zod';
import type { Project } from '../access/accounts.ts';
import type { McpViewer } from './mcp-viewer.ts';
import { ToolError } from './tool-error.ts';

/** Maximum number of project slugs in an error message. */
const MAX_LISTED_SLUGS = 20;

/** Schema of the `project` argument, which every tool has. */
export const project = z
  .string()
  .max(63)
  .optional()
  .describe('Project slug; optional if the key has access to only one project');

/**
 * Returns the selected project.
 * @throws ToolError whose message lists the available projects
 */
export async function selectProject(viewer: McpViewer, slug: string | undefined): Promise<Project> {
  const projects = await viewer.projects();
  const [first, ...others] = projects;
  if (!first) throw new ToolError('this key has access to no project: ask a project owner to add its user as a member');
  if (slug === undefined) {
    if (others.length === 0) return first;
    throw new ToolError(`the key has access to several projects: pass one as "project": ${listSlugs(projects)}`);
  }
  const chosenProject = projects.find((each) => each.slug === slug);
  if (!chosenProject) throw new ToolError(`no access to a project "${slug}"; available: ${listSlugs(projects)}`);
  return chosenProject;
}

function listSlugs(projects: readonly Project[]): string {
  const slugs = projects.slice(0, MAX_LISTED_SLUGS).map(({ slug }) => slug);
  return [...slugs, ...(projects.length > MAX_LISTED_SLUGS ? ['…'] : [])].join(', ');
}
