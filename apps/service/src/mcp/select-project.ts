import { z } from 'zod';
import type { Project } from '../store/accounts.ts';
import { ToolError } from './tool-error.ts';
import type { Viewer } from './viewer.ts';

/** Slugs that a message lists. */
const MOST_LISTED = 20;

/** The argument that every tool takes. */
export const project = z
  .string()
  .max(63)
  .optional()
  .describe('Slug of the project; may be left out where only one can be reached');

/** The project that is meant. @throws ToolError that lists those that there are */
export async function chosenProject(viewer: Viewer, slug: string | undefined): Promise<Project> {
  const projects = await viewer.projects();
  const [first, ...others] = projects;
  if (!first) throw new ToolError('no project can be reached: ask its owner to make the user of this key a member');
  if (slug === undefined) {
    if (others.length === 0) return first;
    throw new ToolError(`several projects can be reached: say in "project" which one: ${listed(projects)}`);
  }
  const chosen = projects.find((each) => each.slug === slug);
  if (!chosen) throw new ToolError(`there is no project "${slug}" that can be reached; there is: ${listed(projects)}`);
  return chosen;
}

function listed(projects: readonly Project[]): string {
  const slugs = projects.slice(0, MOST_LISTED).map(({ slug }) => slug);
  return [...slugs, ...(projects.length > MOST_LISTED ? ['…'] : [])].join(', ');
}
