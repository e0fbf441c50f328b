import { CodeBlock, Notice, Pagination, Section, Table, Time } from '../../platform/pages/elements.tsx';
import { ErrorSummary, type FieldError, Form, SubmitButton, TextField } from '../../platform/pages/form.tsx';
import type { MemberRequest, PageContent } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { recordMemberChange } from '../../platform/pages/record-member-change.ts';
import { requireProject } from '../../platform/pages/require-project.ts';
import { formatBytes } from '../../platform/quotas/format-bytes.ts';
import { MAX_ASSET_BYTES } from './asset-store.ts';
import type { DocsServices } from './services.ts';

const FILES_PER_LIST = 100;

/** Adds the list of the files of the docs. */
export function addFilesPage(pages: Pages, { store, publicUrl }: DocsServices): void {
  const show = async (request: MemberRequest, errors: readonly FieldError[]): Promise<PageContent> => {
    const { project } = await requireProject(store, request);
    const list = `/projects/${project.slug}/docs`;
    const cursor = request.c.req.query('cursor');
    const { items, next } = await store.docsAssets.list(project.id, { limit: FILES_PER_LIST, cursor });
    const address = `${publicUrl ?? request.origin}/api/v1/projects/${project.slug}/docs/assets/img%2Flogo.png`;
    return {
      title: 'Files of the docs',
      lead: `Images and other files that pages refer to by their paths, at most ${formatBytes(MAX_ASSET_BYTES)} each.`,
      project,
      status: errors.length > 0 ? 422 : 200,
      scripts: ['page'],
      body: (
        <>
          <ErrorSummary errors={errors} />
          {request.c.req.query('done') === 'deleted' && <Notice kind="success">The file was deleted.</Notice>}
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
          <Section title="Add or replace a file">
            <p>The action sends the images of a published folder. To send a file yourself, run:</p>
            <CodeBlock>{`curl -X PUT ${address} \\\n  -H "Authorization: Bearer $CONTEXT_SYNC_API_KEY" \\\n  -H 'Content-Type: application/octet-stream' --data-binary @logo.png`}</CodeBlock>
          </Section>
          {items.length > 0 && (
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
          )}
          <p>
            <a href={list}>All pages</a>
          </p>
        </>
      ),
    };
  };
  pages.get('/projects/:slug/docs/files', (request) => show(request, []));

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
