import { raw } from 'hono/html';
import { Notice, Time } from '../../platform/pages/elements.tsx';
import type { FinishedPage } from './finished-page.ts';
import { buildNavigation, HOME_PATH, type NavigationNode } from './navigation.ts';
import type { Portal } from './portal.tsx';
import { getPageAddress } from './portal-frame.ts';
import type { PortalReader } from './portal-reader.ts';
import { type DocsPreview, PREVIEW_TTL_MS, type PreviewPage } from './preview-store.ts';
import { resolveMarks } from './resolve-marks.ts';

const PREVIEW_DAYS = PREVIEW_TTL_MS / 86_400_000;
/** Matches the path of a page of a preview below the portal. */
const PATH = /^~([0-9a-f]{16,64})(?:\/(.+))?$/;

/** Returns the id of the preview and the path of the page in a URL path; undefined for other paths. */
export function parsePreviewPath(path: string): { readonly hash: string; readonly page: string } | undefined {
  const [, hash, page = HOME_PATH] = PATH.exec(path) ?? [];
  return hash === undefined ? undefined : { hash, page };
}

/**
 * Returns a page of a preview, or the URL path of the published page if the preview does not contain the page. Returns undefined if the page does not
 * exist or the reader cannot see it.
 */
export async function openPreview(
  portal: Portal,
  reader: PortalReader,
  preview: DocsPreview,
  path: string,
): Promise<FinishedPage | { readonly movedTo: string } | undefined> {
  const shownPages = preview.pages.filter((page) => page.public || reader.audience === 'members');
  const page = shownPages.find((each) => each.path === path);
  const { assets, byPath } = await portal.listVisible(reader);
  if (!page && path !== HOME_PATH) return byPath.has(path) ? { movedTo: getPageAddress(reader.base, path) } : undefined;
  const html = resolveMarks(page?.html ?? '', `${reader.base}/~${preview.hash}`, assets);
  return portal.openExtra(
    reader,
    { kind: 'preview', title: page?.title ?? 'Preview' },
    () => <PreviewContents preview={{ ...preview, pages: shownPages }} page={page} html={html} />,
    buildPreviewNavigation(preview.hash, shownPages),
  );
}

/** Returns the navigation of a preview. Its links stay within the preview. */
function buildPreviewNavigation(hash: string, pages: readonly PreviewPage[]): readonly NavigationNode[] {
  const move = ({ title, path, items }: NavigationNode): NavigationNode => ({
    title,
    path: path === undefined ? undefined : `~${hash}/${path}`,
    items: items.map(move),
  });
  return buildNavigation(pages, null).map(move);
}

/** A page of a preview. @param html sanitized HTML with the URLs of the preview */
function PreviewContents({
  preview,
  page,
  html,
}: {
  readonly preview: DocsPreview;
  readonly page: PreviewPage | undefined;
  readonly html: string;
}) {
  return (
    <main id="portal.content" tabindex={-1} class="portal-main">
      <div class="portal-page">
        <h1>{page?.title ?? 'Preview'}</h1>
        {page?.description && <p class="lead">{page.description}</p>}
        <Notice>
          This is a preview of pages that are not published. A preview exists for {PREVIEW_DAYS} days, this one until{' '}
          <Time at={preview.expiresAt} precision="day" />.
        </Notice>
        <article class="prose">
          {page ? raw(html) : `The preview has ${preview.pages.length} pages, which the navigation lists.`}
        </article>
      </div>
    </main>
  );
}
