import { LinkButton, Notice, State, Table, Time } from '../../platform/pages/elements.tsx';
import { Form, SubmitButton } from '../../platform/pages/form.tsx';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { revokeConnection } from './revoke-connection.ts';
import type { OAuthServices } from './services.ts';

const PATH = '/account/applications';

/** Adds the page on which a member sees the connected applications, and disconnects them. */
export function addApplicationPages(pages: Pages, { store }: OAuthServices): void {
  pages.addNavigation({ group: 'You', label: 'Applications', icon: 'plug', path: PATH });
  pages.get(PATH, async (request) => {
    const connections = await store.connections.list(request.session.userId);
    return {
      title: 'Connected applications',
      lead: 'Each application can read one project for you.',
      body: (
        <>
          {request.c.req.query('done') === 'disconnected' && (
            <Notice kind="success">
              <p>The application was disconnected, and no longer has access.</p>
            </Notice>
          )}
          {connections.length === 0 ? (
            <State icon="plug" title="No application is connected">
              <p>Connect an assistant with the URL of the MCP server.</p>
              <LinkButton href="/mcp/setup">Show the URL</LinkButton>
            </State>
          ) : (
            <Table
              caption="Connected applications"
              rows={connections}
              columns={[
                { title: 'Application', render: ({ clientName }) => clientName },
                { title: 'Host', render: ({ clientHost }) => clientHost },
                { title: 'Project', render: ({ project }) => project },
                { title: 'Connected', render: ({ createdAt }) => <Time at={createdAt} /> },
                { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'never') },
                {
                  title: 'Action',
                  render: ({ id }) => (
                    <Form request={request} action={`${PATH}/${id}/disconnect`}>
                      <SubmitButton kind="danger">Disconnect</SubmitButton>
                    </Form>
                  ),
                },
              ]}
            />
          )}
        </>
      ),
    };
  });
  pages.post(`${PATH}/:id/disconnect`, async ({ c, session }) => {
    const actor = { kind: 'member', userId: session.userId, keyId: session.id } as const;
    const context = { actor, requestId: c.get('requestId') };
    const isEnded = await revokeConnection(store, c.req.param('id') ?? '', context, session.userId);
    if (!isEnded) throw new PageFailure(404, 'You have no such connected application. It may already be disconnected.');
    return { redirectTo: `${PATH}?done=disconnected` };
  });
}
