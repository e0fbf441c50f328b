import type { Project } from '../../platform/access/accounts.ts';
import { Badge, Notice, Pagination, Section, State, Table, Tabs, Time } from '../../platform/pages/elements.tsx';
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
import { requireProject } from '../../platform/pages/require-project.ts';
import { MAX_NOTE_CHARS } from './schemas.ts';
import type { FeedbackServices } from './services.ts';
import { FEEDBACK_STATUSES, type FeedbackNote, type FeedbackStatus } from './store.ts';

type FeedbackStore = FeedbackServices['store'];

const NOTES_PER_PAGE = 50;
/** Number of characters of a report in the list. */
const EXCERPT_CHARS = 240;

const STATUS_LABELS: Readonly<Record<FeedbackStatus, string>> = {
  open: 'Open',
  in_progress: 'In progress',
  resolved: 'Resolved',
  dismissed: 'Dismissed',
};
const SOURCE_LABELS = { mcp: 'an agent', portal: 'a reader', sdk: 'a program', api: 'a program' } as const;
const IMPACT_LABELS = { blocked: 'blocked', worked_around: 'worked around', friction: 'friction' } as const;

/** Adds the inbox of a project's feedback. */
export function addFeedbackPages(pages: Pages, store: FeedbackStore): void {
  pages.addNavigation({ group: 'Content', label: 'Feedback', icon: 'inbox', path: '/feedback' });
  pages.get('/projects/:slug/feedback', async (request) => {
    const { project } = await requireProject(store, request);
    return showInbox(store, request, project);
  });
  pages.get('/projects/:slug/feedback/:id', async (request) => {
    const { project, found } = await requireFeedback(store, request);
    return showFeedback(request, project, found, []);
  });
  pages.post('/projects/:slug/feedback/:id', async (request) => {
    const { project, found } = await requireFeedback(store, request);
    const note = (request.form.note ?? '').trim();
    if (note.length > MAX_NOTE_CHARS) {
      const message = `The note must have at most ${MAX_NOTE_CHARS} characters (it has ${note.length})`;
      return showFeedback(request, project, found, [{ field: 'note', message }]);
    }
    const status = FEEDBACK_STATUSES.find((each) => each === request.form.status);
    const change = { action: 'feedback.update', project, target: found.id } as const;
    await store.transaction((operations) =>
      recordMemberChange(operations, request, change, () =>
        operations.feedback.handle(project.id, found.id, {
          ...(status && { status }),
          note: note === '' ? null : note,
        }),
      ),
    );
    return { redirectTo: `/projects/${project.slug}/feedback/${found.id}?done=saved` };
  });
}

async function requireFeedback(store: FeedbackStore, request: MemberRequest) {
  const { project } = await requireProject(store, request);
  const found = await store.feedback.get(project.id, request.c.req.param('id') ?? '');
  if (!found) throw new PageFailure(404, 'There is no such feedback. It may have been replaced by newer feedback.');
  return { project, found };
}

async function showInbox(store: FeedbackStore, request: MemberRequest, project: Project): Promise<PageContent> {
  const { c } = request;
  const path = `/projects/${project.slug}/feedback`;
  const status = FEEDBACK_STATUSES.find((each) => each === c.req.query('status')) ?? 'open';
  const cursor = c.req.query('cursor');
  const page = await store.feedback.list(project.id, { status }, { limit: NOTES_PER_PAGE, cursor });
  const { byStatus } = await store.feedback.summary(project.id);
  const listPath = (each: FeedbackStatus) => `${path}?status=${each}`;
  const groups = [...Map.groupBy(page.items, ({ about }) => (about ? `${about.type} ${about.ref}` : ''))];
  return {
    title: 'Feedback',
    lead: 'What agents, users and readers report about the API and its docs. No one has checked it.',
    project,
    body: (
      <>
        <Tabs
          label="Status"
          current={listPath(status)}
          tabs={FEEDBACK_STATUSES.map((each) => ({
            path: listPath(each),
            title: `${STATUS_LABELS[each]} (${byStatus[each]})`,
          }))}
        />
        {page.items.length === 0 && <Empty project={project} hasAny={Object.values(byStatus).some((n) => n > 0)} />}
        {groups.map(([subject, notes]) => (
          <Section title={subject === '' ? 'Without a subject' : `About ${subject}`}>
            <NoteTable path={path} subject={subject} notes={notes} />
          </Section>
        ))}
        <Pagination
          first={cursor === undefined ? undefined : listPath(status)}
          next={page.next === null ? undefined : `${listPath(status)}&cursor=${encodeURIComponent(page.next)}`}
        />
      </>
    ),
  };
}

function Empty({ project, hasAny }: { readonly project: Project; readonly hasAny: boolean }) {
  if (hasAny) return <p>No feedback has this status.</p>;
  return (
    <State icon="inbox" title="No feedback yet">
      <p>
        Agents report problems with the MCP tool <code>submit_feedback</code>, which is switched off until an owner of{' '}
        {project.name} switches it on. Programs send reports to{' '}
        <code>{`POST /api/v1/projects/${project.slug}/feedback`}</code>.
      </p>
    </State>
  );
}

function NoteTable({
  path,
  subject,
  notes,
}: {
  readonly path: string;
  readonly subject: string;
  readonly notes: readonly FeedbackNote[];
}) {
  return (
    <Table
      caption={subject === '' ? 'Reports without a subject' : `Reports about ${subject}`}
      rows={notes}
      columns={[
        {
          title: 'Report',
          render: ({ id, detail }) => (
            <a class="reported" href={`${path}/${id}`}>
              {detail.length > EXCERPT_CHARS ? `${detail.slice(0, EXCERPT_CHARS).toWellFormed()}…` : detail}
            </a>
          ),
        },
        { title: 'Kind', render: ({ kind }) => <Badge>{kind}</Badge> },
        { title: 'Impact', render: ({ impact }) => impact && <Impact impact={impact} /> },
        { title: 'Times', isNumeric: true, render: ({ times }) => times },
        { title: 'Last', render: ({ lastAt }) => <Time at={lastAt} /> },
      ]}
    />
  );
}

function Impact({ impact }: { readonly impact: keyof typeof IMPACT_LABELS }) {
  return <Badge kind={impact === 'blocked' ? 'danger' : 'warning'}>{IMPACT_LABELS[impact]}</Badge>;
}

function showFeedback(
  request: MemberRequest,
  project: Project,
  found: FeedbackNote,
  errors: readonly FieldError[],
): PageContent {
  const path = `/projects/${project.slug}/feedback`;
  const { form } = request;
  return {
    title: 'What was reported?',
    lead: `Reported by ${SOURCE_LABELS[found.source]}; not verified.`,
    project,
    status: errors.length > 0 ? 422 : 200,
    body: (
      <>
        <ErrorSummary errors={errors} />
        {request.c.req.query('done') === 'saved' && errors.length === 0 && (
          <Notice kind="success">The status and the note were saved.</Notice>
        )}
        <Report found={found} />
        <Section title="How it is handled">
          <Form request={request} action={`${path}/${found.id}`} class="narrow">
            <SelectField
              label="Status"
              name="status"
              value={form.status ?? found.status}
              options={FEEDBACK_STATUSES.map((each) => [each, STATUS_LABELS[each]] as const)}
            />
            <TextField
              label="Note"
              name="note"
              rows={4}
              value={form.note ?? found.note ?? ''}
              hint="Only members of the project see it."
              errors={errors}
            />
            <SubmitButton>Save</SubmitButton>
          </Form>
        </Section>
        <p>
          <a href={`${path}?status=${found.status}`}>All feedback with this status</a>
        </p>
      </>
    ),
  };
}

function Report({ found }: { readonly found: FeedbackNote }) {
  const { kind, impact, task, detail, suggestion, about, agent, userId, logId, endpointId, times } = found;
  const facts: readonly (readonly [string, string | null])[] = [
    ['About', about && `${about.type} ${about.ref}`],
    ['Task', task],
    ['Suggestion', suggestion],
    ['Agent', agent && [agent.name, agent.version].filter(Boolean).join(' ')],
    ['User', userId],
    ['Failed request before', logId],
    ['Endpoint of that request', endpointId],
  ];
  return (
    <>
      <p>
        <Badge>{kind}</Badge> {impact && <Impact impact={impact} />} Reported {times === 1 ? 'once' : `${times} times`},
        last on <Time at={found.lastAt} />, first on <Time at={found.firstAt} />.
      </p>
      <blockquote class="reported">{detail}</blockquote>
      <dl class="facts">
        {facts.map(
          ([name, value]) =>
            value && (
              <div>
                <dt>{name}</dt>
                <dd class="reported">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
