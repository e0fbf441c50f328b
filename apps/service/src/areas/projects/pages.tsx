import { CodeBlock, State, Table, Time } from '../../platform/pages/elements.tsx';
import type { Pages } from '../../platform/pages/pages.tsx';
import type { AreaStore } from '../../platform/ports.ts';

/** Adds the list of a member's projects. */
export function addProjectPages(pages: Pages, { store }: { readonly store: AreaStore }): void {
  pages.getPublic('/', () => ({ redirectTo: '/projects' }));
  pages.get('/projects', async ({ session }) => {
    const projects = await store.accounts.projectsOf(session.userId);
    return {
      title: 'Projects',
      scripts: ['page'],
      body:
        projects.length === 0 ? (
          <State icon="inbox" title="You are a member of no project">
            <p>Ask an owner to invite you, or ask the operator to create a project with you as its owner:</p>
            <CodeBlock>{`context-sync-service create-project my-api --owner ${session.email}`}</CodeBlock>
          </State>
        ) : (
          <Table
            caption="Your projects"
            rows={projects}
            columns={[
              { title: 'Project', render: ({ name }) => name },
              { title: 'Slug', render: ({ slug }) => <code>{slug}</code> },
              { title: 'Created', render: ({ createdAt }) => <Time at={createdAt} /> },
            ]}
          />
        ),
    };
  });
}
