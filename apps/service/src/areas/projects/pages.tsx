import { Badge, CodeBlock, State, Table, Time } from '../../platform/pages/elements.tsx';
import type { Pages } from '../../platform/pages/pages.tsx';
import { requireProject } from '../../platform/pages/require-project.ts';
import type { AreaStore } from '../../platform/ports.ts';

/** Adds the list of a member's projects, and a page for each project. */
export function addProjectPages(pages: Pages, { store }: { readonly store: AreaStore }): void {
  pages.getPublic('/', () => ({ redirectTo: '/projects' }));
  pages.get('/projects', async ({ session }) => {
    const projects = await store.accounts.listProjects(session.userId);
    return {
      title: 'Projects',
      scripts: ['page'],
      body:
        projects.length === 0 ? (
          <State icon="inbox" title="You are not a member of a project">
            <p>Ask an owner to invite you, or ask the operator to create a project with you as its owner:</p>
            <CodeBlock>{`context-sync-service create-project my-api --owner ${session.email}`}</CodeBlock>
          </State>
        ) : (
          <Table
            caption="Your projects"
            rows={projects}
            columns={[
              { title: 'Project', render: ({ name, slug }) => <a href={`/projects/${slug}`}>{name}</a> },
              { title: 'Slug', render: ({ slug }) => <code>{slug}</code> },
              { title: 'Your role', render: ({ role }) => <Badge>{role}</Badge> },
              { title: 'Created', render: ({ createdAt }) => <Time at={createdAt} precision="day" /> },
            ]}
          />
        ),
    };
  });
  pages.get('/projects/:slug', async (request) => {
    const { project, role } = await requireProject(store, request);
    return {
      title: project.name,
      project,
      scripts: ['page'],
      body: (
        <>
          <dl class="facts">
            <div>
              <dt>Slug</dt>
              <dd>
                <code>{project.slug}</code>
              </dd>
            </div>
            <div>
              <dt>Your role</dt>
              <dd>
                <Badge>{role}</Badge>
              </dd>
            </div>
            <div>
              <dt>Created</dt>
              <dd>
                <Time at={project.createdAt} />
              </dd>
            </div>
          </dl>
          <section class="section">
            <h2>API</h2>
            <p>Programs use the API of the project at this URL, with an API key.</p>
            <CodeBlock>{`${request.origin}/api/v1/projects/${project.slug}`}</CodeBlock>
          </section>
        </>
      ),
    };
  });
}
