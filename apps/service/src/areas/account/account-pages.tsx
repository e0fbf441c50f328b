import type { Session, SignInMethod } from '../../platform/access/sessions.ts';
import { Badge, Section, Table, Time } from '../../platform/pages/elements.tsx';
import { type FieldError, Form, SelectField, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { SCHEMES, setScheme } from '../../platform/pages/scheme.ts';
import { endSession, forgetSession } from '../../platform/pages/start-session.ts';
import type { AreaStore } from '../../platform/ports.ts';
import type { Passkey, SignInPorts } from '../sign-in/store.ts';
import { createFormPage } from './create-form-page.tsx';
import { describeBrowser } from './describe-browser.ts';

export type AccountStore = AreaStore<SignInPorts>;

const MAX_NAME_LENGTH = 100;

const METHODS: Readonly<Record<SignInMethod, string>> = {
  link: 'link of the operator',
  mail: 'link by email',
  key: 'API key',
  passkey: 'passkey',
  openid: 'identity provider',
  invite: 'invite',
};

/** Results of forms that redirect to the account page. */
const RESULTS: Readonly<Record<string, string>> = {
  name: 'Your name was changed.',
  scheme: 'The appearance was changed in this browser.',
  'session-ended': 'The session was ended.',
  'passkey-created': 'The passkey was created. You can sign in with it from now on.',
  'passkey-removed': 'The passkey was removed. Delete it on your device as well.',
};

/** Adds the account page: name, appearance, sessions and passkeys. */
export function addAccountPages(pages: Pages, store: AccountStore): void {
  pages.addNavigation({ group: 'You', label: 'Account', icon: 'user', path: '/account' });
  pages.get('/account', (request) => showAccount(store, request, []));
  pages.post('/account/name', async (request) => {
    const { session } = request;
    const name = (request.form.name ?? '').trim();
    if (name.length > MAX_NAME_LENGTH) {
      const message = `The name must have at most ${MAX_NAME_LENGTH} characters (it has ${name.length})`;
      return showAccount(store, request, [{ field: 'name', message }]);
    }
    await store.transaction((operations) =>
      recordMemberChange(operations, request, { action: 'account.update', target: session.userId }, () =>
        operations.accounts.setName(session.userId, name),
      ),
    );
    return { redirectTo: '/account?done=name' };
  });
  pages.post('/account/scheme', ({ c, form }) => {
    setScheme(
      c,
      SCHEMES.find((scheme) => scheme === form.scheme),
    );
    return { redirectTo: '/account?done=scheme' };
  });
  pages.post('/account/sessions/:id/end', async (request) => {
    const { c, session } = request;
    const sessionId = c.req.param('id') ?? '';
    const hasEnded = await store.transaction((operations) =>
      endSession(operations, { c, userId: session.userId, sessionId, by: session.id }),
    );
    if (!hasEnded) throw new PageFailure(404, 'There is no such session, or it has already ended.');
    if (sessionId !== session.id) return { redirectTo: '/account?done=session-ended' };
    forgetSession(request);
    return { redirectTo: '/sign-in?done=signed-out' };
  });
}

async function showAccount(
  store: AccountStore,
  request: MemberRequest,
  errors: readonly FieldError[],
): Promise<PageContent> {
  const { session, form, c } = request;
  const [sessions, passkeys] = await Promise.all([
    store.sessions.list(session.userId),
    store.passkeys.list(session.userId),
  ]);
  return createFormPage({
    title: 'Account',
    lead: session.email,
    result: RESULTS[c.req.query('done') ?? ''],
    errors,
    body: (
      <>
        <Section title="You">
          <Form request={request} action="/account/name" class="narrow">
            <TextField
              label="Name"
              name="name"
              hint="Other members of your projects see it."
              autocomplete="name"
              value={form.name ?? session.name}
              errors={errors}
            />
            <SubmitButton>Save the name</SubmitButton>
          </Form>
        </Section>
        <PasskeySection request={request} passkeys={passkeys} />
        <SessionSection request={request} sessions={sessions} />
        <Section title="Appearance">
          <Form request={request} action="/account/scheme" class="narrow">
            <SelectField
              label="Color scheme of this browser"
              name="scheme"
              value={request.scheme ?? ''}
              options={[
                ['', 'As the system'],
                ['light', 'Light'],
                ['dark', 'Dark'],
              ]}
            />
            <SubmitButton kind="secondary">Save the appearance</SubmitButton>
          </Form>
        </Section>
      </>
    ),
  });
}

function SessionSection({
  request,
  sessions,
}: {
  readonly request: MemberRequest;
  readonly sessions: readonly Session[];
}) {
  return (
    <Section title="Sessions">
      <p>
        The browsers in which you are signed in. A session ends after a week without use, and at the latest after 30
        days.
      </p>
      <Table
        caption="Your sessions"
        rows={sessions}
        columns={[
          {
            title: 'Browser',
            render: ({ id, userAgent }) => (
              <>
                {describeBrowser(userAgent)} {id === request.session.id && <Badge kind="success">this browser</Badge>}
              </>
            ),
          },
          { title: 'Signed in with', render: ({ method }) => METHODS[method] },
          { title: 'Signed in', render: ({ createdAt }) => <Time at={createdAt} /> },
          { title: 'Last used', render: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          {
            title: <span class="hidden">End</span>,
            render: ({ id, userAgent }) => (
              <Form request={request} action={`/account/sessions/${id}/end`}>
                <SubmitButton kind="danger" label={`End the session of ${describeBrowser(userAgent)}`}>
                  End
                </SubmitButton>
              </Form>
            ),
          },
        ]}
      />
    </Section>
  );
}

function PasskeySection({
  request,
  passkeys,
}: {
  readonly request: MemberRequest;
  readonly passkeys: readonly Passkey[];
}) {
  return (
    <Section title="Passkeys" id="passkeys">
      <p>
        With a passkey, you sign in with your fingerprint, your face, a PIN or a security key. It cannot be stolen by
        phishing.
      </p>
      {passkeys.length > 0 && (
        <Table
          caption="Your passkeys"
          rows={passkeys}
          columns={[
            { title: 'Passkey', render: ({ name }) => name },
            { title: 'Created', render: ({ createdAt }) => <Time at={createdAt} /> },
            {
              title: 'Last used',
              render: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />),
            },
            {
              title: <span class="hidden">Remove</span>,
              render: ({ id, name }) => (
                <Form request={request} action={`/account/passkeys/${id}/remove`}>
                  <SubmitButton kind="danger" label={`Remove the passkey ${name}`}>
                    Remove
                  </SubmitButton>
                </Form>
              ),
            },
          ]}
        />
      )}
      <Form request={request} action="/account/passkeys/new" class="narrow">
        <TextField
          label="Name of a new passkey"
          name="passkey-name"
          hint="For example, the name of the device that stores the passkey."
        />
        <SubmitButton kind="secondary" icon="fingerprint">
          Create a passkey
        </SubmitButton>
      </Form>
    </Section>
  );
}
