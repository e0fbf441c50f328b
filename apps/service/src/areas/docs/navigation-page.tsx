import type { Project } from '../../platform/access/accounts.ts';
import { CodeBlock, Notice, Section } from '../../platform/pages/elements.tsx';
import { ErrorSummary, type FieldError, Form, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { requireOwner, requireProject } from '../../platform/pages/require-project.ts';
import { changeSettings } from './change-settings.ts';
import { buildNavigation } from './navigation.ts';
import { formatNavigation, parseNavigation } from './navigation-text.ts';
import { type FieldLabels, listFieldErrors } from './page-form.ts';
import { settingsInputSchema } from './schemas.ts';
import type { DocsServices } from './services.ts';
import type { DocsPageSummary, PortalEntry, PortalSettings } from './store.ts';

const FIELD = 'navigation';
/** Maximum number of pages outside of the navigation that the page lists. */
const MAX_LISTED_PAGES = 100;

/** Names of the parts of the navigation in error messages. `#` is the position among the entries that are not in a group. */
const ERROR_LABELS: FieldLabels = {
  navigation: 'The navigation',
  'navigation-title': 'The title of entry #',
  'navigation-items': 'The group of entry #',
  'navigation-items-title': 'A title in the group of entry #',
};

/** What the page shows. */
interface NavigationState {
  /** The text of the field. */
  readonly text: string;
  readonly etag: string;
  readonly errors?: readonly FieldError[];
  /** The navigation that someone else has stored. */
  readonly stored?: PortalSettings;
}

/** Adds the page on which owners change the navigation of the portal. Other members can only read it. */
export function addNavigationPage(pages: Pages, services: DocsServices): void {
  const { store } = services;
  pages.get('/projects/:slug/docs/navigation', async (request) => {
    const { project, role } = await requireProject(store, request);
    const settings = await store.docs.settings(project.id);
    if (role !== 'owner') return showStored(project, settings, await formatStored(services, project, settings));
    const { etag = settings.etag, [FIELD]: unsentText } = request.form;
    const text = unsentText ?? (await formatStored(services, project, settings));
    return showNavigation(services, request, project, { text, etag });
  });
  pages.post('/projects/:slug/docs/navigation', async (request) => {
    const access = await requireProject(store, request);
    requireOwner(access);
    const { project } = access;
    const { [FIELD]: text = '', etag = '' } = request.form;
    const parsedText = parseNavigation(text);
    const refuse = (messages: readonly string[]) => {
      const errors = messages.map((message) => ({ field: FIELD, message }));
      return showNavigation(services, request, project, { text, etag, errors });
    };
    if ('errors' in parsedText) return refuse(parsedText.errors);
    const { etag: _etag, updatedAt: _updatedAt, ...settings } = await store.docs.settings(project.id);
    const value = { [FIELD]: parsedText.entries.length === 0 ? null : parsedText.entries };
    const { data, error } = settingsInputSchema.pick({ [FIELD]: true }).safeParse(value);
    if (!data) return refuse(listFieldErrors({ value, error }, ERROR_LABELS).map(({ message }) => message));
    const stored = await changeSettings(services, request, project, { ...settings, ...data });
    if (stored) return showNavigation(services, request, project, { text, etag: stored.etag, stored });
    return { redirectTo: `/projects/${project.slug}/docs/navigation?done=saved` };
  });
}

/** Returns the stored navigation, or the one that is derived from the paths of the pages, as text. */
async function formatStored(
  { store }: DocsServices,
  project: Project,
  { navigation }: Pick<PortalSettings, 'navigation'>,
): Promise<string> {
  return formatNavigation(navigation ?? buildNavigation(await store.docs.all(project.id), null));
}

/** Returns the page for members who cannot change the navigation. */
function showStored(project: Project, { navigation }: PortalSettings, text: string): PageContent {
  const origin =
    navigation === null
      ? 'Derived from the paths and the order of the pages.'
      : 'The entries that readers see next to each page.';
  return {
    title: 'Navigation of the docs',
    lead: `${origin} Only owners change it. Ask one of them.`,
    project,
    body: (
      <>
        {text === '' ? <p>There are no pages yet.</p> : <CodeBlock>{text}</CodeBlock>}
        <p>
          <a href={`/projects/${project.slug}/docs`}>All pages</a>
        </p>
      </>
    ),
  };
}

async function showNavigation(
  services: DocsServices,
  request: MemberRequest,
  project: Project,
  { text, etag, errors = [], stored }: NavigationState,
): Promise<PageContent> {
  const list = `/projects/${project.slug}/docs`;
  const { navigation } = stored ?? (await services.store.docs.settings(project.id));
  const storedPages = await services.store.docs.all(project.id);
  const isSaved = request.c.req.method === 'GET' && request.c.req.query('done') === 'saved';
  return {
    title: 'Navigation of the docs',
    lead:
      navigation === null
        ? 'Derived from the paths and the order of the pages. Save a list to replace it.'
        : 'The entries that readers see next to each page.',
    project,
    status: stored ? 412 : errors.length > 0 ? 422 : 200,
    body: (
      <>
        <ErrorSummary errors={errors} />
        {isSaved && <Notice kind="success">The navigation was saved.</Notice>}
        {stored && (
          <Notice kind="danger">
            Someone has changed the settings since you opened them. Your list is kept below, and the stored navigation
            follows it.
          </Notice>
        )}
        <Form request={request} action={`${list}/navigation`}>
          <input type="hidden" name="etag" value={etag} />
          <TextField
            label="Entries"
            name={FIELD}
            value={text}
            rows={20}
            isCode
            hint={
              <>
                One per line: <code>- [Title](guides/start)</code>, or <code>- Title</code> for a group without a page.
                Indent the entries of a group by two spaces. If the field is empty, the navigation is derived from the
                pages, and the next push of the action can set it.
              </>
            }
            errors={errors}
          />
          <SubmitButton>{stored ? 'Save my version' : 'Save'}</SubmitButton>
        </Form>
        {stored && (
          <Section title="The stored navigation" id="stored">
            <CodeBlock>{await formatStored(services, project, stored)}</CodeBlock>
          </Section>
        )}
        {navigation !== null && <Differences navigation={navigation} pages={storedPages} />}
        <p>
          <a href={list}>All pages</a>
        </p>
      </>
    ),
  };
}

/** The entries that readers do not see because their pages do not exist, and the pages that have no entry. */
function Differences({
  navigation,
  pages,
}: {
  readonly navigation: readonly PortalEntry[];
  readonly pages: readonly DocsPageSummary[];
}) {
  const listed = new Set(listPaths(navigation));
  const existing = new Set(pages.map(({ path }) => path));
  const missing = [...listed].filter((path) => !existing.has(path) && !/^(?:reference|use-cases)(?:\/|$)/.test(path));
  const unlisted = pages.filter(({ path }) => !listed.has(path));
  return (
    <>
      {missing.length > 0 && (
        <Section title="Entries without a page">
          <p>Readers do not see these entries until their pages exist.</p>
          <CodeBlock>{missing.join('\n')}</CodeBlock>
        </Section>
      )}
      {unlisted.length > 0 && (
        <Section title="Pages without an entry">
          <p>Readers find these pages only by search and by links. To list a page, copy its line.</p>
          <CodeBlock>
            {formatNavigation(unlisted.slice(0, MAX_LISTED_PAGES).map(({ path, title }) => ({ path, title })))}
          </CodeBlock>
          {unlisted.length > MAX_LISTED_PAGES && (
            <p class="hint">{`${unlisted.length - MAX_LISTED_PAGES} more pages`}</p>
          )}
        </Section>
      )}
    </>
  );
}

const listPaths = (entries: readonly PortalEntry[]): string[] =>
  entries.flatMap(({ path, items = [] }) => [...(path === undefined ? [] : [path]), ...listPaths(items)]);
