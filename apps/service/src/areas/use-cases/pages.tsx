import type { Project } from '../../platform/access/accounts.ts';
import { Badge, CodeBlock, Notice, Section, State, Table } from '../../platform/pages/elements.tsx';
import type { PageContent } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { requireProject } from '../../platform/pages/require-project.ts';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { getEndpointId } from '../logs/endpoint-name.ts';
import { type DescribedStep, type DescribedUseCase, describeUseCases } from './describe-use-case.ts';
import { exportSkill } from './export-skill.ts';
import type { UseCaseServices } from './services.ts';

/** Number of UTC days before today whose requests are counted. */
const PREVIOUS_DAYS = 6;

/** Requests to an endpoint. */
interface StepTraffic {
  readonly n: number;
  readonly errors: number;
}

/** Adds the list of a project's use cases, and a page for each use case. */
export function addUseCasePages(pages: Pages, services: UseCaseServices): void {
  const { store } = services;
  pages.addNavigation({ group: 'Content', label: 'Use cases', icon: 'folder', path: '/use-cases' });
  pages.get('/projects/:slug/use-cases', async (request) => {
    const { project } = await requireProject(store, request);
    return showList(project, await describeUseCases(services, project.id, await store.useCases.list(project.id)));
  });
  pages.get('/projects/:slug/use-cases/:id', async (request) => {
    const { project } = await requireProject(store, request);
    const foundUseCase = await store.useCases.get(project.id, request.c.req.param('id') ?? '');
    const [described] = foundUseCase ? await describeUseCases(services, project.id, [foundUseCase]) : [];
    if (!described) throw new PageFailure(404, 'There is no such use case. It may have been deleted.');
    return showUseCase(project, described, await countRequests(services, project.id));
  });
}

/** Counts the requests of the last days by the id of the endpoint. */
async function countRequests({ store }: UseCaseServices, projectId: string): Promise<ReadonlyMap<string, StepTraffic>> {
  const today = getDayOfMinute(getMinute(Date.now()));
  const range = { from: today - PREVIOUS_DAYS * MINUTES_PER_DAY, to: today + MINUTES_PER_DAY, grain: 1_440 as const };
  const endpoints = await store.traffic.byEndpoint(projectId, [range], {});
  return new Map(endpoints.map((each) => [getEndpointId(each), { n: each.n, errors: each.c4 + each.c5 }]));
}

function showList(project: Project, useCases: readonly DescribedUseCase[]): PageContent {
  return {
    title: 'Use cases',
    lead: 'Tasks that take several calls of the API. Each is a page, a skill for agents and an Arazzo workflow at once.',
    project,
    scripts: ['page'],
    body:
      useCases.length === 0 ? (
        <State icon="folder" title="No use cases yet">
          <p>Import the workflows of an Arazzo document:</p>
          <CodeBlock>{`context-sync-service import-use-cases ${project.slug} flows.arazzo.yaml`}</CodeBlock>
        </State>
      ) : (
        <Table
          caption="Use cases of the project"
          rows={useCases}
          columns={[
            {
              title: 'Use case',
              render: ({ id, title }) => <a href={`/projects/${project.slug}/use-cases/${id}`}>{title}</a>,
            },
            { title: 'Steps', isNumeric: true, render: ({ steps }) => steps.length },
            { title: 'Shown to', render: (each) => <Badge>{each.public ? 'everyone' : 'members'}</Badge> },
            {
              title: 'Problems',
              isNumeric: true,
              render: ({ problems }) => (problems.length === 0 ? '0' : <Badge kind="warning">{problems.length}</Badge>),
            },
          ]}
        />
      ),
  };
}

function showUseCase(
  project: Project,
  useCase: DescribedUseCase,
  traffic: ReadonlyMap<string, StepTraffic>,
): PageContent {
  const { title, goal, steps, problems } = useCase;
  return {
    title,
    lead: goal === '' ? undefined : goal,
    project,
    scripts: ['page'],
    body: (
      <>
        {problems.length > 0 && (
          <Notice kind="warning">
            <ul>
              {problems.map((problem) => (
                <li class="reported">{problem}</li>
              ))}
            </ul>
          </Notice>
        )}
        <Section title="Steps">
          <Table
            caption="Steps of the use case"
            rows={steps.map((step, index) => ({ ...step, number: index + 1 }))}
            columns={[
              { title: 'Step', render: ({ number, stepId }) => `${number}. ${stepId}` },
              { title: 'What to do', render: ({ description }) => <span class="reported">{description}</span> },
              { title: 'Operation', render: (step) => <StepOperation step={step} /> },
              { title: 'Requests in 7 days', isNumeric: true, render: (step) => formatRequests(step, traffic) },
              { title: 'Errors', isNumeric: true, render: (step) => formatErrors(step, traffic) },
            ]}
          />
        </Section>
        <Section title="As a skill">
          <p>
            Agents get this text from the MCP tool <code>get_use_case</code>.
          </p>
          <CodeBlock>{exportSkill(useCase).markdown}</CodeBlock>
        </Section>
        <p>
          <a href={`/projects/${project.slug}/use-cases`}>All use cases</a>
        </p>
      </>
    ),
  };
}

function StepOperation({ step: { operation, workflowId } }: { readonly step: DescribedStep }) {
  if (operation) return <code class="reported">{`${operation.method} ${operation.route}`}</code>;
  return workflowId === null ? <Badge kind="warning">gone</Badge> : <>use case {workflowId}</>;
}

function formatRequests({ endpointId }: DescribedStep, traffic: ReadonlyMap<string, StepTraffic>): string {
  return endpointId === null ? '–' : (traffic.get(endpointId)?.n ?? 0).toLocaleString('en-US');
}

function formatErrors({ endpointId }: DescribedStep, traffic: ReadonlyMap<string, StepTraffic>): string {
  const counts = endpointId === null ? undefined : traffic.get(endpointId);
  return counts === undefined || counts.n === 0 ? '–' : `${((100 * counts.errors) / counts.n).toFixed(1)} %`;
}
