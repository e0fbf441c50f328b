import { CodeBlock, Notice, Pagination, Section, Table, Time } from '../../platform/pages/elements.tsx';
import { ErrorSummary, type FieldError, FileField, Form, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { requireProject } from '../../platform/pages/require-project.ts';
import { formatBytes } from '../../platform/quotas/format-bytes.ts';
import { createAssetFile, getAssetLimitMessage } from './asset-file.ts';
import { ASSET_PATH_RULE, isAssetPath } from './asset-path.ts';
import { MAX_ASSET_BYTES } from './asset-store.ts';
import type { DocsServices } from './services.ts';

const FILES_PER_LIST = 100;
/** Maximum size in bytes of a form with a file: the file and the other fields. */
export const MAX_FILE_FORM_BYTES = MAX_ASSET_BYTES + 65_536;
/** Messages about the results of forms, by the query parameter `done`. */
const RESULTS: Readonly<Record<string, string>> = {
  added: 'The file was added.',
  replaced: 'The file was replaced.',
  deleted: 'The file was deleted.',
};

/** Adds the page with the files of the docs, and the forms that add, replace and delete a file. */
export function addFilesPage(pages: Pages, services: DocsServices): void {
  const { store, publicUrl } = services;
  const show = async (request: MemberRequest, errors: readonly FieldError[]): Promise<PageContent> => {
    const { project } = await requireProject(store, request);
    const list = `/projects/${project.slug}/docs`;
    const cursor = request.c.req.query('cursor');
    const { items, next } = await store.docsAssets.list(project.id, { limit: FILES_PER_LIST, cursor });
    const address = `${publicUrl ?? request.origin}/api/v1/projects/${project.slug}/docs/assets/img%2Flogo.png`;
    const result = request.c.req.method === 'GET' ? RESULTS[request.c.req.query('done') ?? ''] : undefined;
    return {
      title: 'Files of the docs',
      lead: `Images and other files that pages refer to by their paths, at most ${formatBytes(MAX_ASSET_BYTES)} each.`,
      project,
      status: errors.length > 0 ? 422 : 200,
      scripts: ['page'],
      body: (
        <>
          <ErrorSummary errors={errors} />
          {result !== undefined && <Notice kind="success">{result}</Notice>}
          {items.length > 0 && (
            <Table
              caption="Files of the docs"
              rows={items}
              columns={[
                { title: 'Path', render: ({ path }) => path },
                { title: 'Type', render: ({ mediaType }) => mediaType },
                { title: 'Size', isNumeric: true, render: ({ bytes }) => formatBytes(bytes) },
                { title: 'Changed', render: ({ updatedAt }) => <Time at={updatedAt} /> },
              ]}
            />
          )}
          <Pagination
            first={cursor === undefined ? undefined : `${list}/files`}
            next={next === null ? undefined : `${list}/files?cursor=${encodeURIComponent(next)}`}
          />
          <AddSection request={request} errors={errors} list={list} address={address} />
          {items.length > 0 && <DeleteSection request={request} errors={errors} list={list} />}
          <p>
            <a href={list}>All pages</a>
          </p>
        </>
      ),
    };
  };
  pages.get('/projects/:slug/docs/files', (request) => show(request, []));
  pages.post('/projects/:slug/docs/files', (request) => addFile(services, request, show), { hasFiles: true });

  pages.post('/projects/:slug/docs/files/delete', async (request) => {
    const { project } = await requireProject(store, request);
    const path = (request.form.path ?? '').trim();
    if (!(await store.docsAssets.get(project.id, path))) {
      return show(request, [{ field: 'path', message: 'There is no file with this path' }]);
    }
    const change = { action: 'docs-asset.delete', project, target: path } as const;
    await store.transaction((operations) =>
      recordMemberChange(operations, request, change, () => operations.docsAssets.delete(project.id, path)),
    );
    return { redirectTo: `/projects/${project.slug}/docs/files?done=deleted` };
  });
}

interface FileFormProps {
  readonly request: MemberRequest;
  readonly errors: readonly FieldError[];
  /** Path of the page with the docs of the project. */
  readonly list: string;
}

/** The form that adds or replaces a file. @param address URL of a file in the API */
function AddSection({ request, errors, list, address }: FileFormProps & { readonly address: string }) {
  return (
    <Section title="Add or replace a file">
      <Form request={request} action={`${list}/files`} class="narrow" enctype="multipart/form-data">
        <FileField label="File" name="file" errors={errors} />
        <TextField
          label="Path in the docs"
          name="target"
          value={request.form.target ?? ''}
          hint="Such as img/logo.png. By default, the name of the file. A file with this path is replaced."
          errors={errors}
        />
        <SubmitButton>Add file</SubmitButton>
      </Form>
      <p class="hint">The action sends the images of a published folder. A script can send a file with the API:</p>
      <CodeBlock>{`curl -X PUT ${address} \\\n  -H "Authorization: Bearer $CONTEXT_SYNC_API_KEY" \\\n  -H 'Content-Type: application/octet-stream' --data-binary @logo.png`}</CodeBlock>
    </Section>
  );
}

/** The form that deletes a file. */
function DeleteSection({ request, errors, list }: FileFormProps) {
  return (
    <Section title="Delete a file">
      <Form request={request} action={`${list}/files/delete`} class="narrow">
        <TextField
          label="Path of the file"
          name="path"
          value={request.form.path ?? ''}
          hint="Pages that show the file will show a broken image."
          errors={errors}
        />
        <SubmitButton kind="danger">Delete file</SubmitButton>
      </Form>
    </Section>
  );
}

/** Stores the file of a form. @param show returns the page with the problems of the form */
async function addFile(
  { store }: DocsServices,
  request: MemberRequest,
  show: (request: MemberRequest, errors: readonly FieldError[]) => Promise<PageContent>,
) {
  const { project } = await requireProject(store, request);
  const file = request.files.get('file');
  if (!file || file.bytes.length === 0) {
    return show(request, [{ field: 'file', message: file ? 'The file is empty' : 'Select a file' }]);
  }
  if (file.bytes.length > MAX_ASSET_BYTES) {
    const message = `The file has ${file.bytes.length} bytes, and the maximum is ${MAX_ASSET_BYTES}`;
    return show(request, [{ field: 'file', message }]);
  }
  const path = (request.form.target ?? '').trim() || file.name;
  if (!isAssetPath(path)) return show(request, [{ field: 'target', message: `The path ${ASSET_PATH_RULE}` }]);
  const change = { action: 'docs-asset.update', project, target: path } as const;
  const result = await store.transaction((operations) =>
    recordMemberChange(operations, request, change, () =>
      operations.docsAssets.put(project.id, createAssetFile(path, file.bytes)),
    ),
  );
  if ('limit' in result) return show(request, [{ field: 'file', message: getAssetLimitMessage(result.limit) }]);
  const done = 'isNew' in result && result.isNew ? 'added' : 'replaced';
  return { redirectTo: `/projects/${project.slug}/docs/files?done=${done}` };
}
