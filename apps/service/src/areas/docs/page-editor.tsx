import { raw } from 'hono/html';
import type { Project } from '../../platform/access/accounts.ts';
import { CodeBlock, Notice, Section, Time } from '../../platform/pages/elements.tsx';
import {
  CheckboxField,
  ErrorSummary,
  type FieldError,
  Form,
  SubmitButton,
  TextField,
} from '../../platform/pages/form.tsx';
import type { FormValues, MemberRequest, PageContent } from '../../platform/pages/page.ts';
import { getPageAddress } from './portal-frame.ts';
import type { DocsPage } from './store.ts';

/** Messages about the results of forms, by the query parameter `done`. */
const RESULTS: Readonly<Record<string, string>> = {
  saved: 'The page was saved.',
  created: 'The page was created.',
  moved: 'The page was moved. Its old URL redirects to the new one.',
  deleted: 'The page was deleted. Its URL responds with 410.',
};

/** What the form of a page shows in addition to the fields. */
export interface EditState {
  readonly fields: FormValues;
  readonly errors?: readonly FieldError[];
  /** Sanitized HTML. */
  readonly preview?: { readonly html: string; readonly warnings: readonly string[] };
  /** The version that someone else has stored in the meantime; null if the page was deleted. */
  readonly stored?: DocsPage | null;
  /** ETag of the version that the form changes; empty for a new page. */
  readonly etag: string;
}

/** The result of the form that redirected to this page. */
export function Done({ request }: { readonly request: MemberRequest }) {
  const text = RESULTS[request.c.req.method === 'GET' ? (request.c.req.query('done') ?? '') : ''];
  return text === undefined ? null : <Notice kind="success">{text}</Notice>;
}

/** Returns the page with the form of a docs page. @param page the page to edit; the path of the page if the page was deleted; undefined for a new page */
export function showEditor(
  request: MemberRequest,
  project: Project,
  page: DocsPage | string | undefined,
  { fields, errors = [], preview, stored, etag }: EditState,
): PageContent {
  const list = `/projects/${project.slug}/docs`;
  const path = typeof page === 'string' ? page : page?.path;
  const known = typeof page === 'object' ? page : undefined;
  return {
    title: path === undefined ? 'Create a page' : (known?.title ?? path),
    lead: path === undefined ? 'Markdown, as on GitHub.' : <code>{path}</code>,
    project,
    status: stored !== undefined ? 412 : errors.length > 0 ? 422 : 200,
    styles: ['portal'],
    body: (
      <>
        <ErrorSummary errors={errors} />
        <Done request={request} />
        {stored !== undefined && <ChangedNotice isDeleted={stored === null} />}
        {known?.source?.file !== undefined && (
          <Notice kind="warning">
            The text comes from <code>{known.source.file}</code>. The next push that changes this file replaces it.
          </Notice>
        )}
        <Form request={request} action={path === undefined ? `${list}/new` : `${list}/page`}>
          {path === undefined ? (
            <TextField
              label="Path"
              name="path"
              value={fields.path ?? ''}
              hint="Such as guides/errors"
              errors={errors}
            />
          ) : (
            <input type="hidden" name="path" value={path} />
          )}
          <input type="hidden" name="etag" value={etag} />
          <TextField label="Title" name="title" value={fields.title} maxlength={120} errors={errors} />
          <TextField
            label="Description"
            name="description"
            value={fields.description}
            maxlength={300}
            errors={errors}
          />
          <TextField label="Text" name="markdown" value={fields.markdown} rows={20} isCode errors={errors} />
          <TextField
            label="Order"
            name="order"
            value={fields.order ?? '0'}
            hint="Position among the pages of the same folder. Lower numbers come first."
            errors={errors}
          />
          <CheckboxField label="Everyone can read it once the docs are published" name="public" value={fields.public} />
          <p class="actions">
            <SubmitButton name="do" value="save">
              {path === undefined ? 'Create page' : stored === undefined ? 'Save' : 'Save my version'}
            </SubmitButton>
            <SubmitButton name="do" value="preview" kind="secondary">
              Show preview
            </SubmitButton>
          </p>
        </Form>
        {preview && <Preview {...preview} />}
        {stored && <StoredVersion stored={stored} />}
        {known && stored === undefined && <Dangerous request={request} list={list} page={known} errors={errors} />}
        <p>
          <a href={list}>All pages</a>
          {known && (
            <>
              {' '}
              · <a href={getPageAddress(`/p/${project.slug}`, known.path)}>Show in the portal</a>
            </>
          )}
        </p>
      </>
    ),
  };
}

function ChangedNotice({ isDeleted }: { readonly isDeleted: boolean }) {
  return (
    <Notice kind="danger">
      {isDeleted
        ? 'Someone has deleted this page since you opened it. Your text is kept below. Create a page with it, or discard it.'
        : 'Someone has changed this page since you opened it. Your text is kept below, and the stored version follows it. Combine them, and save.'}
    </Notice>
  );
}

function StoredVersion({ stored }: { readonly stored: DocsPage }) {
  return (
    <Section title="The stored version" id="stored">
      <p>
        {stored.title}, changed on <Time at={stored.updatedAt} />
      </p>
      <CodeBlock>{stored.markdown}</CodeBlock>
    </Section>
  );
}

function Preview({ html, warnings }: NonNullable<EditState['preview']>) {
  return (
    <Section title="Preview" id="preview">
      {warnings.length > 0 && (
        <Notice kind="warning">
          <ul>
            {warnings.map((warning) => (
              <li class="reported">{warning}</li>
            ))}
          </ul>
        </Notice>
      )}
      <article class="prose">{raw(html)}</article>
    </Section>
  );
}

function Dangerous({
  request,
  list,
  page,
  errors,
}: {
  readonly request: MemberRequest;
  readonly list: string;
  readonly page: DocsPage;
  readonly errors: readonly FieldError[];
}) {
  return (
    <>
      <Section title="Move">
        <Form request={request} action={`${list}/move`} class="narrow">
          <input type="hidden" name="path" value={page.path} />
          <TextField
            label="New path"
            name="to"
            value={request.form.to ?? ''}
            hint="The old URL redirects to the new one."
            errors={errors}
          />
          <SubmitButton kind="secondary">Move page</SubmitButton>
        </Form>
      </Section>
      <Section title="Delete">
        <Form request={request} action={`${list}/delete`} class="narrow">
          <input type="hidden" name="path" value={page.path} />
          <TextField
            label="Path of the page"
            name="confirm"
            hint={
              <>
                The text will be deleted. Enter <code>{page.path}</code> to confirm.
              </>
            }
            errors={errors}
          />
          <SubmitButton kind="danger">Delete page</SubmitButton>
        </Form>
      </Section>
    </>
  );
}
