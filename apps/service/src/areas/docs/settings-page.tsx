import type { Project } from '../../platform/access/accounts.ts';
import { Notice, Section } from '../../platform/pages/elements.tsx';
import {
  CheckboxField,
  ErrorSummary,
  type FieldError,
  Form,
  SubmitButton,
  TextField,
} from '../../platform/pages/form.tsx';
import type { FormValues, MemberRequest, PageContent } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { requireOwner, requireProject } from '../../platform/pages/require-project.ts';
import { changeSettings } from './change-settings.ts';
import { type FieldLabels, listFieldErrors } from './page-form.ts';
import { settingsInputSchema } from './schemas.ts';
import type { DocsServices } from './services.ts';
import type { PortalSettings } from './store.ts';

/** Names of the settings in error messages. */
const ERROR_LABELS: FieldLabels = {
  title: 'The title',
  description: 'The description',
  'accentColor-light': 'The accent color in the light scheme',
  'accentColor-dark': 'The accent color in the dark scheme',
  logo: 'The path of the logo',
  headerLinks: 'The list of links in the header',
  'headerLinks-title': 'The title of link # in the header',
  'headerLinks-url': 'The URL of link # in the header',
};

/** Fields that are checkboxes. */
const SWITCHES: ReadonlySet<string> = new Set(['published', 'anonymousRead', 'publicReference']);

/** Names of the settings in a list of their values. */
const VALUE_LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  description: 'Description',
  published: 'The docs are published',
  anonymousRead: 'Everyone can read public pages',
  publicReference: 'Everyone who can read the docs can read the API reference',
  'accentColor-light': 'Accent color in the light scheme',
  'accentColor-dark': 'Accent color in the dark scheme',
  logo: 'Logo',
  headerLinks: 'Links in the header',
};

/** Adds the page on which owners change the settings of the portal. Other members can only read the settings. */
export function addSettingsPage(pages: Pages, services: DocsServices): void {
  const { store } = services;
  pages.get('/projects/:slug/docs/settings', async (request) => {
    const { project, role } = await requireProject(store, request);
    const settings = await store.docs.settings(project.id);
    if (role !== 'owner') return showStored(project, settings);
    const isUnsent = request.form.etag !== undefined;
    return showSettings(request, project, { fields: isUnsent ? request.form : getFields(settings), settings });
  });
  pages.post('/projects/:slug/docs/settings', async (request) => {
    const access = await requireProject(store, request);
    requireOwner(access);
    const { project } = access;
    const { form } = request;
    const settings = await store.docs.settings(project.id);
    const value = readFields(form, settings);
    const { data, error } = settingsInputSchema.safeParse(value);
    if (!data) {
      const errors = listFieldErrors({ value, error }, ERROR_LABELS);
      return showSettings(request, project, { fields: form, settings, errors });
    }
    const stored = await changeSettings(services, request, project, data);
    if (stored) {
      const fields = { ...form, etag: stored.etag };
      return showSettings(request, project, { fields, settings: stored, isChanged: true });
    }
    return { redirectTo: `/projects/${project.slug}/docs/settings?done=saved` };
  });
}

function getFields(settings: PortalSettings): FormValues {
  const { title, description, published, anonymousRead, publicReference, accentColor, logo, headerLinks, etag } =
    settings;
  return {
    title: title ?? '',
    description,
    published: published ? 'on' : 'off',
    anonymousRead: anonymousRead ? 'on' : 'off',
    publicReference: publicReference ? 'on' : 'off',
    'accentColor-light': accentColor?.light ?? '',
    'accentColor-dark': accentColor?.dark ?? '',
    logo: logo ?? '',
    headerLinks: headerLinks.map((link) => `${link.title} ${link.url}`).join('\n'),
    etag,
  };
}

/** Returns the settings with the values of a form. The settings that the form does not contain stay as they are. */
function readFields(form: FormValues, { etag: _etag, updatedAt: _updatedAt, ...settings }: PortalSettings): unknown {
  const read = (name: string) => (form[name] ?? '').trim();
  const [light, dark] = [read('accentColor-light'), read('accentColor-dark')];
  const lines = read('headerLinks')
    .split('\n')
    .map((line) => line.trim());
  return {
    ...settings,
    title: read('title') || null,
    description: read('description'),
    published: form.published === 'on',
    anonymousRead: form.anonymousRead === 'on',
    publicReference: form.publicReference === 'on',
    accentColor: light === '' && dark === '' ? null : { light, dark },
    logo: read('logo') || null,
    headerLinks: lines
      .filter((line) => line !== '')
      .map((line) => {
        const space = line.lastIndexOf(' ');
        return { title: line.slice(0, Math.max(0, space)).trim(), url: line.slice(space + 1) };
      }),
  };
}

function showSettings(
  request: MemberRequest,
  project: Project,
  {
    fields,
    settings,
    errors = [],
    isChanged = false,
  }: {
    readonly fields: FormValues;
    readonly settings: PortalSettings;
    readonly errors?: readonly FieldError[];
    readonly isChanged?: boolean;
  },
): PageContent {
  const list = `/projects/${project.slug}/docs`;
  const known = errors.map((error) => ({
    ...error,
    field: error.field.startsWith('headerLinks') ? 'headerLinks' : error.field,
  }));
  const isSaved = request.c.req.method === 'GET' && request.c.req.query('done') === 'saved';
  return {
    title: 'Settings of the docs',
    lead: 'How the portal looks, and who can read it.',
    project,
    status: isChanged ? 412 : errors.length > 0 ? 422 : 200,
    body: (
      <>
        <ErrorSummary errors={known} />
        {isSaved && <Notice kind="success">The settings were saved.</Notice>}
        {isChanged && (
          <Notice kind="danger">
            Someone has changed the settings since you opened them. What you entered is kept below, and the stored
            settings follow it.
          </Notice>
        )}
        <Form request={request} action={`${list}/settings`} class="narrow">
          <input type="hidden" name="etag" value={fields.etag ?? settings.etag} />
          <SettingsFields project={project} fields={fields} errors={known} />
          <SubmitButton>{isChanged ? 'Save my version' : 'Save'}</SubmitButton>
        </Form>
        {isChanged && <StoredSettings settings={settings} />}
        <p>
          <a href={list}>All pages</a>
        </p>
      </>
    ),
  };
}

function SettingsFields({
  project,
  fields,
  errors,
}: {
  readonly project: Project;
  readonly fields: FormValues;
  readonly errors: readonly FieldError[];
}) {
  return (
    <>
      <TextField
        label="Title"
        name="title"
        value={fields.title}
        maxlength={80}
        hint={`By default: ${project.name}`}
        errors={errors}
      />
      <TextField label="Description" name="description" value={fields.description} maxlength={300} errors={errors} />
      <CheckboxField label="Publish the docs" name="published" value={fields.published} />
      <CheckboxField
        label="Everyone can read public pages"
        name="anonymousRead"
        value={fields.anonymousRead}
        hint="Otherwise, only signed-in members of the project can read them."
      />
      <CheckboxField
        label="Everyone who can read the docs can read the API reference"
        name="publicReference"
        value={fields.publicReference}
        hint="It comes from the OpenAPI document of the project. Otherwise, only members can read it."
      />
      <TextField
        label="Accent color in the light scheme"
        name="accentColor-light"
        value={fields['accentColor-light']}
        hint="Such as #0a6b45. Enter both colors or none."
        errors={errors}
      />
      <TextField
        label="Accent color in the dark scheme"
        name="accentColor-dark"
        value={fields['accentColor-dark']}
        hint="Such as #5fd6a4."
        errors={errors}
      />
      <TextField
        label="Logo"
        name="logo"
        value={fields.logo}
        hint="Path of a file of the docs, such as img/logo.svg"
        errors={errors}
      />
      <TextField
        label="Links in the header"
        name="headerLinks"
        value={fields.headerLinks}
        rows={3}
        hint="One per line: the title, a space and the URL. At most six."
        errors={errors}
      />
    </>
  );
}

/** Returns the page for members who cannot change the settings. */
function showStored(project: Project, settings: PortalSettings): PageContent {
  return {
    title: 'Settings of the docs',
    lead: 'How the portal looks, and who can read it. Only owners change it. Ask one of them.',
    project,
    body: (
      <>
        <SettingsValues settings={settings} />
        <p>
          <a href={`/projects/${project.slug}/docs`}>All pages</a>
        </p>
      </>
    ),
  };
}

function StoredSettings({ settings }: { readonly settings: PortalSettings }) {
  return (
    <Section title="The stored settings" id="stored">
      <SettingsValues settings={settings} />
    </Section>
  );
}

function SettingsValues({ settings }: { readonly settings: PortalSettings }) {
  const fields = getFields(settings);
  const switches: Readonly<Record<string, string>> = { on: 'Yes', off: 'No' };
  return (
    <dl class="facts">
      {Object.entries(VALUE_LABELS).map(([name, label]) => (
        <div>
          <dt>{label}</dt>
          <dd class="reported">{SWITCHES.has(name) ? switches[fields[name] ?? ''] : fields[name] || '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
