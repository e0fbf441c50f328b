import type { Project } from '../../platform/access/accounts.ts';
import { Badge, Notice } from '../../platform/pages/elements.tsx';
import { Form, SelectField, SubmitButton } from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent, Redirect } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { type ConsentRequest, Consents, type RequestingClient } from './consent.ts';
import { OAUTH_PATHS } from './provider-configuration.ts';
import type { OAuthServices } from './services.ts';
import { SCOPES } from './store.ts';

/** Adds the page on which a member decides whether an application gets access to a project. */
export function addConsentPage(pages: Pages, services: OAuthServices): void {
  const consents = new Consents(services);
  const path = `${OAUTH_PATHS.consent}/:uid`;
  const find = async ({ c, origin }: MemberRequest): Promise<ConsentRequest> => {
    const request = await consents.find(c, origin);
    if (request) return request;
    throw new PageFailure(
      410,
      'This request has expired, was already decided, or was started in another browser. Start it again in the application.',
    );
  };
  const listProjects = ({ session }: MemberRequest) => services.store.accounts.listProjects(session.userId);

  pages.get(path, async (request) => createConsentPage(request, await find(request), await listProjects(request)));
  pages.post(path, async (request): Promise<Redirect | PageContent> => {
    const { c, origin, session, form } = request;
    const consent = await find(request);
    if (form.decision !== 'allow')
      return { redirectTo: await consents.decide(c, origin, consent, { isAllowed: false }) };
    const projects = await listProjects(request);
    const project = projects.find(({ slug }) => slug === form.project);
    if (!project) return createConsentPage(request, consent, projects, 'Select a project of which you are a member');
    const decision = { isAllowed: true, userId: session.userId, sessionId: session.id, project } as const;
    return { redirectTo: await consents.decide(c, origin, consent, decision) };
  });
}

function createConsentPage(
  request: MemberRequest,
  { client, scopes }: ConsentRequest,
  projects: readonly Project[],
  problem?: string,
): PageContent {
  const { session, path, form } = request;
  const [firstProject] = projects;
  return {
    title: `Connect ${client.name} to a project`,
    lead: 'An application requests access to what you can read here. Connect it only if you started the connection in the application.',
    status: problem === undefined ? 200 : 400,
    formTargets: [client.redirectTarget],
    body: (
      <>
        {!client.documentHost && (
          <Notice kind="warning">
            <p>
              The application has chosen its name itself, and no one has checked it.{' '}
              {client.isOnThisMachine
                ? 'It runs on this device.'
                : `Continue only if you know ${new URL(client.redirectTarget).host}.`}
            </p>
          </Notice>
        )}
        <Facts client={client} scopes={scopes} email={session.email} />
        <Form request={request} action={path} class="narrow">
          {firstProject ? (
            <SelectField
              label="Project"
              name="project"
              hint="The application gets access to this project only."
              value={form.project ?? firstProject.slug}
              options={projects.map(({ slug, name }) => [slug, name])}
              errors={problem === undefined ? [] : [{ field: 'project', message: problem }]}
            />
          ) : (
            <p>You are not a member of a project. Ask an owner to invite you.</p>
          )}
          <div class="actions">
            {firstProject && (
              <SubmitButton name="decision" value="allow">
                Connect the application
              </SubmitButton>
            )}
            <SubmitButton name="decision" value="deny" kind="secondary">
              Deny access
            </SubmitButton>
          </div>
        </Form>
        <p class="hint">
          You can disconnect the application at any time on the page of your{' '}
          <a href="/account/applications">connected applications</a>.
        </p>
      </>
    ),
  };
}

/** The description of the requested access: the application, the project and the member. */
function Facts({ client, scopes, email }: Pick<ConsentRequest, 'client' | 'scopes'> & { readonly email: string }) {
  return (
    <dl class="facts">
      <div>
        <dt>Application</dt>
        <dd>
          {client.name} <Badge kind={client.documentHost ? 'neutral' : 'warning'}>{describeHost(client)}</Badge>
        </dd>
      </div>
      <div>
        <dt>Continues at</dt>
        <dd>
          <code>{client.redirectTarget}</code>
        </dd>
      </div>
      <div>
        <dt>You</dt>
        <dd>{email}</dd>
      </div>
      <div>
        <dt>Access</dt>
        <dd>
          <ul>
            {scopes.map((scope) => (
              <li>{SCOPES[scope]}</li>
            ))}
          </ul>
        </dd>
      </div>
    </dl>
  );
}

function describeHost({ documentHost, isOnThisMachine }: RequestingClient): string {
  if (documentHost !== undefined) return `published by ${documentHost}`;
  return isOnThisMachine ? 'on this device, not checked' : 'not checked';
}
