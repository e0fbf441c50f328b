import { createRoute, z } from '@hono/zod-openapi';
import { ALL_PROJECTS_KEY_MARKER, requireProjectAccess } from '../../platform/access/authenticate.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { StoreInputError } from '../../platform/database/store-input-error.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { auditChange, createAuditMarker } from '../../platform/http/audit.ts';
import { idempotencyHeader, noQuery, slugParameters } from '../../platform/http/common-schemas.ts';
import { createOperationResponses, WRITE_ERROR_STATUSES } from '../../platform/http/error-responses.ts';
import { respondOnce } from '../../platform/http/idempotency.ts';
import type { AreaStore } from '../../platform/ports.ts';
import { createProject } from './create-project.ts';
import { memberProjectSchema, projectChangesSchema, projectInputSchema, projectSchema } from './schemas.ts';

const PROJECTS_PATH = '/api/v1/projects';
const PROJECTS_ROUTE = { tags: ['Projects'], 'x-area': 'projects' };

const getProject = createRoute({
  ...PROJECTS_ROUTE,
  method: 'get',
  path: `${PROJECTS_PATH}/{slug}`,
  operationId: 'getProject',
  'x-role': 'member',
  summary: 'Get one project',
  request: { params: slugParameters, query: noQuery },
  responses: createOperationResponses(200, projectSchema, 'The project'),
});

const listProjects = createRoute({
  ...PROJECTS_ROUTE,
  method: 'get',
  path: PROJECTS_PATH,
  operationId: 'listProjects',
  'x-extension': true,
  summary: 'List the projects that the key can access',
  request: { query: noQuery },
  responses: createOperationResponses(
    200,
    z.object({ projects: z.array(memberProjectSchema) }),
    'The projects with the role of the account, sorted by slug',
  ),
});

const createProjectRoute = createRoute({
  ...PROJECTS_ROUTE,
  method: 'post',
  path: PROJECTS_PATH,
  operationId: 'createProject',
  'x-extension': true,
  ...ALL_PROJECTS_KEY_MARKER,
  ...createAuditMarker('project.create'),
  summary: 'Create a project',
  description: 'The account of the key becomes the owner.',
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: projectInputSchema } } },
  },
  responses: createOperationResponses(201, projectSchema, 'The project', 409, ...WRITE_ERROR_STATUSES),
});

const updateProject = createRoute({
  ...PROJECTS_ROUTE,
  method: 'patch',
  path: `${PROJECTS_PATH}/{slug}`,
  operationId: 'updateProject',
  'x-role': 'owner',
  'x-extension': true,
  ...createAuditMarker('project.update'),
  summary: 'Rename a project',
  description: 'Changes the display name. The slug stays, because it is part of URLs and configuration files.',
  request: {
    params: slugParameters,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: projectChangesSchema } } },
  },
  responses: createOperationResponses(200, projectSchema, 'The project', ...WRITE_ERROR_STATUSES),
});

export function addProjectRoutes(app: App, { store }: { readonly store: AreaStore }): void {
  app.openapi(getProject, async (c) => c.json(await requireProjectAccess(c, store, c.req.valid('param').slug), 200));

  app.openapi(listProjects, async (c) => {
    const account = await store.accounts.account(c.get('principal').keyId);
    return c.json({ projects: [...(account?.projects ?? [])] }, 200);
  });

  app.openapi(createProjectRoute, async (c) => {
    const { slug, name = slug } = c.req.valid('json');
    const { keyId } = c.get('principal');
    const owner = (await store.accounts.account(keyId))?.user.email ?? '';
    try {
      return await respondOnce(c, store, {
        async create(operations) {
          const id = await createProject(operations, (change, run) => auditChange(c, operations, change, run), {
            slug,
            name,
            owner,
          });
          const { createdAt } = await operations.accounts.projectBySlug(slug);
          return { id, createdAt };
        },
        location: () => `${PROJECTS_PATH}/${slug}`,
        body: ({ id, createdAt }) => ({ id, slug, name, createdAt }),
      });
    } catch (error) {
      // The schema has validated the request, so the only possible cause is that the slug belongs to another project.
      if (error instanceof StoreInputError)
        throw new HttpError('conflict', `A project with the slug "${slug}" already exists: choose another slug`);
      throw error;
    }
  });

  app.openapi(updateProject, async (c) => {
    const project = await requireProjectAccess(c, store, c.req.valid('param').slug);
    const { name } = c.req.valid('json');
    await store.transaction((operations) =>
      auditChange(c, operations, { action: 'project.update', project, target: project.id }, async () => {
        await operations.accounts.setProjectName(project.id, name);
        return true;
      }),
    );
    return c.json({ ...project, name }, 200);
  });
}
