import { StatusBars } from './charts/bar-series.tsx';
import { LineChart } from './charts/line-series.tsx';
import { Sparkline } from './charts/sparkline.tsx';
import { Badge, CodeBlock, LinkButton, Notice, Pagination, Section, State, Table, Tabs, Time } from './elements.tsx';
import { CheckboxField, ErrorSummary, FileField, Form, SelectField, SubmitButton, TextField } from './form.tsx';
import type { PageRequest } from './page.ts';
import type { Pages } from './pages.tsx';

const PATH = '/dev/components';
const HOURS = Array.from({ length: 24 }, (_value, hour) => `${String(hour).padStart(2, '0')}:00`);
const ERRORS = [
  { field: 'name', message: 'Enter a name' },
  { field: 'notes', message: 'The notes must have at most 20 characters (they have 24)' },
];

/** Adds a page with every component in each of its states, for the tests of the components. */
export function addComponentsPage(pages: Pages): void {
  pages.getPublic(PATH, (request) => ({
    title: 'Components',
    lead: 'Every component of the pages in each of its states.',
    scripts: ['page'],
    body: (
      <>
        <Elements />
        <Forms request={request} />
        <States />
        <Charts />
      </>
    ),
  }));
  pages.postPublic(PATH, () => ({ redirectTo: PATH }));
}

function Elements() {
  const tabs = ['Overview', 'Errors', 'A tab with a long title'].map((title, index) => ({
    title,
    path: index === 0 ? PATH : `${PATH}?tab=${index}`,
  }));
  return (
    <>
      <Section title="Buttons">
        <p class="row">
          <LinkButton href={PATH} kind="primary">
            Primary
          </LinkButton>
          <LinkButton href={PATH}>Secondary</LinkButton>
          <LinkButton href={PATH} kind="quiet" icon="refresh-cw">
            Quiet
          </LinkButton>
        </p>
      </Section>
      <Section title="Badges">
        <p class="row">
          <Badge>neutral</Badge>
          <Badge kind="success">success</Badge>
          <Badge kind="warning">warning</Badge>
          <Badge kind="danger">danger</Badge>
        </p>
      </Section>
      <Section title="Notices">
        {(['info', 'success', 'warning', 'danger'] as const).map((kind) => (
          <Notice kind={kind}>
            <p>
              A message of the kind {kind} with <a href={PATH}>a link to the components</a>, which wraps on a narrow
              page.
            </p>
          </Notice>
        ))}
      </Section>
      <Section title="Tabs">
        <Tabs label="Views" tabs={tabs} current={PATH} />
      </Section>
      <Section title="Code">
        <CodeBlock>
          context-sync-service create-project my-api --owner ann@example.com --name "A project with a long name"
        </CodeBlock>
      </Section>
      <Section title="Table">
        <Table
          caption="Endpoints"
          rows={[
            { path: '/pets/{petId}', count: 412_022, rate: 0.4, at: '2026-11-26T18:00:00.000Z' },
            { path: '/pets', count: 101_930, rate: 6.2, at: '2026-11-25T18:00:00.000Z' },
          ]}
          columns={[
            { title: 'Endpoint', render: ({ path }) => <a href={PATH}>{path}</a> },
            {
              title: 'Shape',
              render: ({ count }) => <Sparkline title="Rising" values={[1, 3, 2, 5, count / 50_000]} />,
            },
            { title: 'Requests', isNumeric: true, render: ({ count }) => count.toLocaleString('en') },
            { title: 'Errors', isNumeric: true, render: ({ rate }) => `${rate} %` },
            { title: 'Newest', render: ({ at }) => <Time at={at} /> },
          ]}
        />
        <Pagination first={PATH} next={`${PATH}?page=2`} />
      </Section>
    </>
  );
}

function Forms({ request }: { readonly request: PageRequest }) {
  return (
    <>
      <Section title="Form with errors">
        <ErrorSummary errors={ERRORS} />
        <Form request={request} action={PATH} class="narrow">
          <TextField label="Name" name="name" hint="Other members see it." errors={ERRORS} />
          <TextField label="Notes" name="notes" rows={3} value="Notes with many letters." errors={ERRORS} />
          <SubmitButton>Save the notes</SubmitButton>
        </Form>
      </Section>
      <Section title="Form">
        <Form request={request} action={PATH} class="narrow">
          <TextField label="Email address" name="email" type="email" value="ann@example.com" />
          <SelectField
            label="Role"
            name="role"
            value="member"
            options={[
              ['owner', 'Owner'],
              ['member', 'Member'],
            ]}
          />
          <FileField label="File" name="file" hint="An image of at most 5 MiB." />
          <CheckboxField label="Send an email" name="mail" hint="With a link to accept the invite." value="on" />
          <p class="row">
            <SubmitButton icon="mail">Invite</SubmitButton>
            <SubmitButton kind="secondary">Save</SubmitButton>
            <SubmitButton kind="danger" icon="trash-2">
              Delete
            </SubmitButton>
          </p>
        </Form>
      </Section>
    </>
  );
}

function States() {
  return (
    <>
      <Section title="Empty">
        <State icon="inbox" title="No requests yet">
          <p>Send one, and it is listed here:</p>
          <CodeBlock>{'curl -H "Authorization: Bearer $KEY" https://api.example.com/pets'}</CodeBlock>
        </State>
      </Section>
      <Section title="Forbidden">
        <State icon="lock" title="Only owners can do this">
          <p>Ask one of them.</p>
          <LinkButton href={PATH}>Show the members</LinkButton>
        </State>
      </Section>
      <Section title="Gone">
        <State icon="search-x" title="This log was deleted">
          <p>Logs are kept for 30 days.</p>
        </State>
      </Section>
    </>
  );
}

function Charts() {
  return (
    <Section title="Charts">
      <StatusBars
        id="requests"
        title="Requests per hour: 30 times as many at noon as at night, and no data from 04:00 to 05:59"
        unit="requests"
        buckets={HOURS.map((label, hour) => {
          const total = Math.round(900 + 850 * Math.sin(((hour - 6) / 12) * Math.PI));
          const counts = { '2xx': total, '3xx': Math.round(total / 12), '4xx': Math.round(total / 8), '5xx': hour * 3 };
          return { label, counts: hour === 4 || hour === 5 ? null : counts };
        })}
      />
      <LineChart
        id="latency"
        title="Durations per hour: the slowest percent took twice as long at noon"
        unit="ms"
        labels={HOURS}
        series={[
          { name: 'p50', values: HOURS.map((_label, hour) => (hour === 4 ? null : 40 + hour)) },
          { name: 'p95', values: HOURS.map((_label, hour) => (hour === 4 ? null : 120 + ((hour * 37) % 40))) },
          { name: 'p99', values: HOURS.map((_label, hour) => (hour === 4 ? null : 240 - Math.abs(hour - 12) * 10)) },
        ]}
      />
    </Section>
  );
}
