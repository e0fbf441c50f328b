import type { Project } from '../../platform/access/accounts.ts';
import { Section, Table, Time } from '../../platform/pages/elements.tsx';
import { Form, SelectField, SubmitButton } from '../../platform/pages/form.tsx';
import type { MemberRequest } from '../../platform/pages/page.ts';
import type { FeedbackNote } from '../feedback/store.ts';
import type { McpServices } from './services.ts';
import type { ListedTool } from './tool-report.ts';

/** Maximum number of missing capabilities on the page of all tools. */
const LISTED_GAPS = 10;
const SAID_BY_AGENT = 'Reported by an agent; not verified';

/** Returns the newest open reports of capabilities that agents searched for and did not find. */
export async function readGaps({ store }: McpServices, { id }: Project): Promise<readonly FeedbackNote[]> {
  const query = { kind: 'missing', source: 'mcp', status: 'open' } as const;
  return (await store.feedback.list(id, query, { limit: LISTED_GAPS })).items;
}

/** The section with capabilities that agents searched for and did not find. */
export function Gaps({ project, gaps }: { readonly project: Project; readonly gaps: readonly FeedbackNote[] }) {
  const feedback = `/projects/${project.slug}/feedback`;
  return (
    <Section title="What agents did not find">
      {gaps.length === 0 ? (
        <p>
          Nothing is reported. Agents report gaps with the tools <code>report_missing_capability</code> and{' '}
          <code>submit_feedback</code> while these are on.
        </p>
      ) : (
        <Table
          caption="What agents looked for and did not find"
          rows={gaps}
          columns={[
            {
              title: SAID_BY_AGENT,
              render: ({ id, detail }) => (
                <a class="reported" href={`${feedback}/${id}`}>
                  {detail}
                </a>
              ),
            },
            { title: 'Times', isNumeric: true, render: ({ times }) => times },
            { title: 'Last', render: ({ lastAt }) => <Time at={lastAt} /> },
          ]}
        />
      )}
    </Section>
  );
}

/** The section with the setting for whether tools ask agents for their intent. */
export function IntentSection({
  request,
  path,
  asksForIntent,
  isOwner,
}: {
  readonly request: MemberRequest;
  readonly path: string;
  readonly asksForIntent: boolean;
  readonly isOwner: boolean;
}) {
  return (
    <Section title="What agents want to do">
      <p>
        {asksForIntent
          ? 'Each tool asks agents what they want to do. The page of a tool lists the newest answers.'
          : 'Tools do not ask agents what they want to do.'}{' '}
        Credentials and email addresses are removed from the answers, which are deleted after 90 days.
      </p>
      {isOwner && (
        <Form request={request} action={path} class="narrow">
          <SelectField
            label="Ask agents for their intent"
            name="intent"
            value={asksForIntent ? 'on' : 'off'}
            options={[
              ['off', 'Do not ask, and delete the stored answers'],
              ['on', 'Ask agents, and store the newest answers'],
            ]}
          />
          <SubmitButton>Save</SubmitButton>
        </Form>
      )}
    </Section>
  );
}

/** The section with the intents that agents stated in calls of a tool. */
export function Intents({ tool: { intents } }: { readonly tool: ListedTool }) {
  if (intents.length === 0) return null;
  return (
    <Section title="What agents wanted to do">
      <Table
        caption="The newest intents"
        rows={intents}
        columns={[
          { title: SAID_BY_AGENT, render: ({ intent }) => <span class="reported">{intent}</span> },
          { title: 'Client', render: ({ client }) => <span class="reported">{client}</span> },
          { title: 'Time', render: ({ at }) => <Time at={at} /> },
        ]}
      />
    </Section>
  );
}
