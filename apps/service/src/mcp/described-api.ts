import type { Catalog, Catalogs } from '../api-description/index.ts';
import type { Project } from '../store/accounts.ts';
import { chosenProject } from './chosen-project.ts';
import { ToolError } from './tool-error.ts';
import type { Viewer } from './viewer.ts';

/** The project that is meant, and the description of its API. @throws ToolError */
export async function describedApi(
  catalogs: Catalogs,
  viewer: Viewer,
  slug: string | undefined,
): Promise<{ project: Project; catalog: Catalog }> {
  const project = await chosenProject(viewer, slug);
  const catalog = await catalogs.of(project.id);
  if (catalog) return { project, catalog };
  throw new ToolError(
    `project ${project.slug} has no API description: its owner puts one there with "api-description set"; search_context finds what its docs say`,
  );
}
