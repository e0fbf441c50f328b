import type { ProjectAccess } from '../../platform/access/accounts.ts';
import { createAnonymousViewer } from '../../platform/mcp/mcp-viewer.ts';
import { Badge, LinkButton, Notice, Section, Table } from '../../platform/pages/elements.tsx';
import {
  ErrorSummary,
  type FieldError,
  Form,
  SelectField,
  SubmitButton,
  TextField,
} from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { requireOwner, requireProject } from '../../platform/pages/require-project.ts';
import { Gaps, IntentSection, Intents, readGaps } from './agent-sections.tsx';
import { changeTool } from './change-tool.ts';
import { MAX_DESCRIPTION_CHARS } from './schemas.ts';
import type { McpServices } from './services.ts';
import { describeTools, type ListedTool } from './tool-report.ts';

type FoundTool = ProjectAccess & { readonly tool: ListedTool };

/** The result of the form about intents, which the page shows after the form was submitted. */
const RESULTS: Readonly<Record<string, string>> = {
  asking: 'Agents are asked for their intent from now on.',
  'not-asking': 'Agents are no longer asked for their intent, and the stored intents were deleted.',
};
const SWITCH_OPTIONS = [
  ['on', 'On: clients can list and call the tool'],
  ['off', 'Off: clients cannot see or call the tool'],
] as const;

/** Adds the pages of the catalog of MCP tools. */
export function addToolPages(pages: Pages, services: McpServices): void {
  const { store } = services;
  // The viewer affects only calls of tools, not the list of tools.
  const listTools = () => services.listTools(createAnonymousViewer(store, ''));
  const find = async (request: MemberRequest) => {
    const access = await requireProject(store, request);
    const name = request.c.req.param('tool') ?? '';
    const registeredTool = listTools().find((each) => each.name === name);
    const [tool] = registeredTool ? await describeTools(store, access.project.id, [registeredTool]) : [];
    if (!registeredTool || !tool)
      throw new PageFailure(404, 'There is no such MCP tool. The page of all tools lists them.');
    return { ...access, registered: registeredTool, tool };
  };
  pages.addNavigation({ group: 'Content', label: 'MCP tools', icon: 'plug', path: '/mcp' });
  pages.get('/projects/:slug/mcp', async (request) => {
    const access = await requireProject(store, request);
    return showTools(services, request, access, await describeTools(store, access.project.id, listTools()));
  });
  pages.post('/projects/:slug/mcp', async (request) => {
    const access = await requireProject(store, request);
    requireOwner(access);
    const { project } = access;
    const asksForIntent = request.form.intent === 'on';
    const change = { action: 'mcp-settings.update', project, target: project.id } as const;
    await store.transaction((operations) =>
      recordMemberChange(operations, request, change, async () => {
        await operations.mcpTools.askForIntent(project.id, asksForIntent);
        return true;
      }),
    );
    return { redirectTo: `/projects/${project.slug}/mcp?done=${asksForIntent ? 'asking' : 'not-asking'}` };
  });
  pages.get('/projects/:slug/mcp/:tool', async (request) => showTool(request, await find(request), []));
  pages.post('/projects/:slug/mcp/:tool', async (request) => {
    const foundTool = await find(request);
    requireOwner(foundTool);
    const { project, registered } = foundTool;
    const description = (request.form.description ?? '').trim();
    if (description.length > MAX_DESCRIPTION_CHARS) {
      const message = `The description must have at most ${MAX_DESCRIPTION_CHARS} characters (it has ${description.length})`;
      return showTool(request, foundTool, [{ field: 'description', message }]);
    }
    const isEnabled = { on: true, off: false }[request.form.enabled ?? ''];
    const isOriginal = description === '' || description === registered.description;
    const change = { action: 'mcp-tool.update', project, target: registered.name } as const;
    await store.transaction((operations) =>
      recordMemberChange(operations, request, change, () =>
        changeTool(operations, project.id, registered, {
          enabled: isEnabled,
          description: isOriginal ? null : description,
        }),
      ),
    );
    return { redirectTo: `/projects/${project.slug}/mcp/${registered.name}?done=saved` };
  });
}

async function showTools(
  services: McpServices,
  request: MemberRequest,
  { project, role }: ProjectAccess,
  tools: readonly ListedTool[],
): Promise<PageContent> {
  const done = RESULTS[request.c.req.query('done') ?? ''];
  const { intentProjects } = await services.store.mcpTools.settings([project.id]);
  const asksForIntent = intentProjects.includes(project.id);
  const gaps = await readGaps(services, project);
  const offeredTools = tools.filter(({ enabled }) => enabled);
  const calledTools = offeredTools.filter(({ calls30d }) => calls30d > 0);
  const path = `/projects/${project.slug}/mcp`;
  return {
    title: 'Which MCP tools do assistants use?',
    lead: `${calledTools.length} of the ${offeredTools.length} tools that are switched on were called in the last 30 days.`,
    project,
    body: (
      <>
        {done && <Notice kind="success">{done}</Notice>}
        {role !== 'owner' && <p>Only owners switch tools on and off. Ask one of them.</p>}
        <Table
          caption="MCP tools of the project"
          rows={tools.toSorted((a, b) => b.calls30d - a.calls30d || (a.name < b.name ? -1 : 1))}
          columns={[
            { title: 'Tool', render: ({ name }) => <a href={`${path}/${name}`}>{name}</a> },
            { title: 'State', render: (tool) => <Switch tool={tool} /> },
            { title: 'Calls in 30 days', isNumeric: true, render: ({ calls30d }) => formatCount(calls30d) },
            { title: 'Errors', isNumeric: true, render: formatErrorShare },
            { title: 'Mean duration', isNumeric: true, render: formatDuration },
            {
              title: 'Main client',
              render: ({ clients: [first] }) => (first ? <Reported>{first.name}</Reported> : '–'),
            },
          ]}
        />
        <Gaps project={project} gaps={gaps} />
        <IntentSection request={request} path={path} asksForIntent={asksForIntent} isOwner={role === 'owner'} />
        <p>
          <LinkButton href="/mcp/setup" icon="plug">
            Connect an assistant
          </LinkButton>
        </p>
      </>
    ),
  };
}

function showTool(request: MemberRequest, foundTool: FoundTool, errors: readonly FieldError[]): PageContent {
  const { project, role, tool } = foundTool;
  return {
    title: tool.name,
    lead: tool.title,
    project,
    status: errors.length > 0 ? 422 : 200,
    body: (
      <>
        <ErrorSummary errors={errors} />
        {request.c.req.query('done') === 'saved' && errors.length === 0 && (
          <Notice kind="success">The tool was changed. Clients see it when they list the tools the next time.</Notice>
        )}
        <dl class="facts">
          {[
            ['State', <Switch tool={tool} />] as const,
            ['Calls in 30 days', formatCount(tool.calls30d)] as const,
            ['Errors', formatErrorShare(tool)] as const,
            ['Mean duration', formatDuration(tool)] as const,
          ].map(([name, value]) => (
            <div>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Section title="Description for clients">
          <p class="reported">{tool.description}</p>
        </Section>
        <Section title="Clients">
          <Clients tool={tool} />
        </Section>
        <Intents tool={tool} />
        {role === 'owner' ? <ChangeSection request={request} found={foundTool} errors={errors} /> : <OwnersOnly />}
        <p>
          <a href={`/projects/${project.slug}/mcp`}>All MCP tools</a>
        </p>
      </>
    ),
  };
}

function Clients({ tool: { clients } }: { readonly tool: ListedTool }) {
  if (clients.length === 0) return <p>No client has called the tool in the last 30 days.</p>;
  return (
    <Table
      caption="Clients that called the tool in the last 30 days"
      rows={clients}
      columns={[
        { title: 'Name that the client gives itself', render: ({ name }) => <Reported>{name}</Reported> },
        { title: 'Calls', isNumeric: true, render: ({ calls }) => formatCount(calls) },
      ]}
    />
  );
}

function ChangeSection({
  request,
  found: { project, tool },
  errors,
}: {
  readonly request: MemberRequest;
  readonly found: FoundTool;
  readonly errors: readonly FieldError[];
}) {
  return (
    <Section title="Change the tool">
      <Form request={request} action={`/projects/${project.slug}/mcp/${tool.name}`} class="narrow">
        <SelectField
          label="State"
          name="enabled"
          value={request.form.enabled ?? (tool.enabled ? 'on' : 'off')}
          options={SWITCH_OPTIONS}
        />
        <TextField
          label="Your description"
          name="description"
          rows={6}
          value={request.form.description ?? (tool.originalDescription === null ? '' : tool.description)}
          hint="Assistants decide by the description when they call the tool. Leave it empty for the original one."
          errors={errors}
        />
        <SubmitButton>Change the tool</SubmitButton>
      </Form>
    </Section>
  );
}

function OwnersOnly() {
  return <p>Only owners change tools. Ask one of them.</p>;
}

function Switch({ tool: { enabled } }: { readonly tool: ListedTool }) {
  return <Badge kind={enabled ? 'success' : 'neutral'}>{enabled ? 'on' : 'off'}</Badge>;
}

/** A text that a client has sent. */
function Reported({ children }: { readonly children: string }) {
  return <span class="reported">{children}</span>;
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

function formatErrorShare({ calls30d, errors30d }: ListedTool): string {
  return calls30d === 0 ? '–' : `${((100 * errors30d) / calls30d).toFixed(1)} %`;
}

function formatDuration({ meanDurationMs }: ListedTool): string {
  return meanDurationMs === null ? '–' : `${meanDurationMs.toFixed(meanDurationMs < 10 ? 1 : 0)} ms`;
}
