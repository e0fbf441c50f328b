import { ACCESSES, type Access, type ListedKey, type MemberProject } from '../../platform/access/accounts.ts';
import { createKey, hashKey } from '../../platform/access/api-keys.ts';
import { getExpiry } from '../../platform/access/key-lifetime.ts';
import { Badge, CodeBlock, LinkButton, Notice, Section, State, Table, Time } from '../../platform/pages/elements.tsx';
import { type FieldError, Form, SelectField, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import type { AccountStore } from './account-pages.tsx';
import { createFormPage } from './create-form-page.tsx';

const MAX_NAME_LENGTH = 100;
const HOUR_MS = 3_600_000;
/** Options for how many hours an old key stays valid after a rotation. */
const OVERLAPS = [
  ['24', '24 hours'],
  ['168', '7 days'],
  ['0', 'Not at all: it ends now'],
] as const;
const ACCESS_LABELS: Readonly<Record<Access, string>> = {
  full: 'Full: reads and writes',
  'read-only': 'Read-only',
  capture: 'Capture: only sends logs of one project',
};

/** Adds the pages of a member's API keys. */
export function addKeyPages(pages: Pages, store: AccountStore): void {
  pages.addNavigation({ group: 'You', label: 'API keys', icon: 'key-round', path: '/account/keys' });
  pages.get('/account/keys', (request) => showKeys(store, request, []));
  pages.post('/account/keys', async (request) => {
    const projects = await store.accounts.listProjects(request.session.userId);
    const { errors, access, project, name } = readNewKey(request, projects);
    if (errors.length > 0) return showKeys(store, request, errors);
    const key = createKey();
    await store.transaction((operations) =>
      recordMemberChange(operations, request, { action: 'key.create', project, target: (id) => id }, () =>
        operations.accounts.createKey(request.session.email, {
          access,
          project: project?.slug,
          hash: hashKey(key),
          name,
          expiresAt: getExpiry(access),
        }),
      ),
    );
    return createKeyPage('The key was created', key);
  });
  addKeyChanges(pages, store);
}

/** Adds the pages that rotate and revoke a key. */
function addKeyChanges(pages: Pages, store: AccountStore): void {
  pages.get('/account/keys/:id', async (request) => {
    const key = await requireKey(store, request);
    return {
      title: key.name || key.id,
      lead: `${ACCESS_LABELS[key.access]}. ${key.project === null ? 'All of your projects' : `Project ${key.project}`}.`,
      body: (
        <>
          <Section title="Rotate the key">
            <p>A new key with the same rights replaces this one, which stays valid for a while.</p>
            <Form request={request} action={`/account/keys/${key.id}/rotate`} class="narrow">
              <SelectField label="The old key stays valid for" name="overlap" options={OVERLAPS} />
              <SubmitButton icon="refresh-cw">Rotate the key</SubmitButton>
            </Form>
          </Section>
          <Section title="Revoke the key">
            <p>Every program that uses the key fails from now on. This cannot be undone.</p>
            <Form request={request} action={`/account/keys/${key.id}/revoke`}>
              <SubmitButton kind="danger" icon="trash-2">
                Revoke the key
              </SubmitButton>
            </Form>
          </Section>
        </>
      ),
    };
  });
  pages.post('/account/keys/:id/rotate', async (request) => {
    const oldKey = await requireKey(store, request);
    const project = await findProject(store, request, oldKey);
    const hours = OVERLAPS.find(([value]) => value === request.form.overlap)?.[0] ?? '24';
    const key = createKey();
    const oldExpiresAt = new Date(Date.now() + Number(hours) * HOUR_MS).toISOString();
    await store.transaction((operations) =>
      recordMemberChange(operations, request, { action: 'key.create', project, target: (id) => id }, () =>
        recordMemberChange(operations, request, { action: 'key.rotate', project, target: oldKey.id }, () =>
          operations.accounts.rotateKey(oldKey.id, { hash: hashKey(key), oldExpiresAt }),
        ),
      ),
    );
    return createKeyPage('The key was rotated', key);
  });
  pages.post('/account/keys/:id/revoke', async (request) => {
    const { id, ...key } = await requireKey(store, request);
    const project = await findProject(store, request, key);
    await store.transaction((operations) =>
      recordMemberChange(operations, request, { action: 'key.revoke', project, target: id }, async () => {
        await operations.accounts.revokeKey(id);
        return true;
      }),
    );
    return { redirectTo: '/account/keys?done=revoked' };
  });
}

/** Returns the key in the path, which must be an active key of the member. @throws PageFailure */
async function requireKey(store: AccountStore, { c, session }: MemberRequest): Promise<ListedKey> {
  const key = (await store.accounts.keys(session.email)).find(({ id }) => id === c.req.param('id'));
  if (!key || !isActive(key)) throw new PageFailure(404, 'You have no such key, or it was revoked or has expired.');
  return key;
}

async function findProject(
  store: AccountStore,
  { session }: MemberRequest,
  { project }: Pick<ListedKey, 'project'>,
): Promise<MemberProject | undefined> {
  return (await store.accounts.listProjects(session.userId)).find(({ slug }) => slug === project);
}

function isActive({ revokedAt, expiresAt }: ListedKey): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());
}

function readNewKey({ form }: MemberRequest, projects: readonly MemberProject[]) {
  const access = ACCESSES.find((each) => each === form.access) ?? 'read-only';
  const project = projects.find(({ slug }) => slug === form.project);
  const name = (form['key-name'] ?? '').trim();
  const errors: FieldError[] = [];
  if (name === '')
    errors.push({ field: 'key-name', message: 'Enter a name, such as the program that will use the key' });
  if (name.length > MAX_NAME_LENGTH) {
    errors.push({ field: 'key-name', message: `The name must have at most ${MAX_NAME_LENGTH} characters` });
  }
  if (access === 'capture' && !project) {
    errors.push({ field: 'project', message: 'Select the project whose logs the capture key sends' });
  }
  return { errors, access, project, name };
}

/** Returns the page that shows a new key. No other page shows the key. */
function createKeyPage(title: string, key: string): PageContent {
  return {
    title,
    scripts: ['page'],
    body: (
      <>
        <Notice kind="warning">
          <p>Copy the key now. The service stores only a hash of it, and cannot show it again.</p>
        </Notice>
        <CodeBlock>{key}</CodeBlock>
        <LinkButton href="/account/keys">Go back to the keys</LinkButton>
      </>
    ),
  };
}

async function showKeys(
  store: AccountStore,
  request: MemberRequest,
  errors: readonly FieldError[],
): Promise<PageContent> {
  const { session, form, c } = request;
  const [keys, projects] = await Promise.all([
    store.accounts.keys(session.email),
    store.accounts.listProjects(session.userId),
  ]);
  const active = keys.filter(isActive);
  return createFormPage({
    title: 'API keys',
    lead: 'Programs send a key with every request. They can do what you can do, within the rights of the key.',
    result: c.req.query('done') === 'revoked' ? 'The key was revoked.' : undefined,
    errors,
    body: (
      <>
        {active.length === 0 ? (
          <State icon="key-round" title="You have no keys">
            <p>Create one for each program, so that you can revoke the key of one program without affecting others.</p>
          </State>
        ) : (
          <KeyTable keys={active} />
        )}
        <Section title="Create a key" id="create">
          <Form request={request} action="/account/keys" class="narrow">
            <TextField
              label="Name"
              name="key-name"
              hint="The program that will use it, such as the workflow of a repository."
              value={form['key-name']}
              errors={errors}
            />
            <SelectField
              label="Rights"
              name="access"
              value={form.access ?? 'full'}
              options={ACCESSES.map((access) => [access, ACCESS_LABELS[access]] as const)}
            />
            <SelectField
              label="Projects"
              name="project"
              value={form.project}
              errors={errors}
              options={[['', 'All of your projects'], ...projects.map(({ slug, name }) => [slug, name] as const)]}
            />
            <SubmitButton>Create the key</SubmitButton>
          </Form>
        </Section>
      </>
    ),
  });
}

function KeyTable({ keys }: { readonly keys: readonly ListedKey[] }) {
  return (
    <Table
      caption="Your API keys"
      rows={keys}
      columns={[
        { title: 'Key', render: ({ id, name }) => <a href={`/account/keys/${id}`}>{name || id}</a> },
        { title: 'Rights', render: ({ access }) => <Badge>{access}</Badge> },
        { title: 'Projects', render: ({ project }) => project ?? 'all' },
        { title: 'Last used', render: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Time at={lastUsedAt} />) },
        {
          title: 'Expires',
          render: ({ expiresAt, successorId }) => (
            <>
              {expiresAt === null ? 'never' : <Time at={expiresAt} precision="day" />}{' '}
              {successorId !== null && <Badge>rotated</Badge>}
            </>
          ),
        },
      ]}
    />
  );
}
