import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import { findGroups, type PageLink } from './navigation.ts';
import { PageFeedback } from './portal-feedback.tsx';
import { getPageAddress, type PortalFrame } from './portal-frame.ts';
import { PageActions } from './portal-menus.tsx';
import type { DocsPageSummary, OutlineEntry } from './store.ts';

/** The content of a docs page, with its outline and links to the previous and the next page. */
export function PageContents({
  frame,
  page,
  html,
  outline,
  age,
  before,
  after,
  extra,
}: {
  readonly frame: PortalFrame;
  readonly page: DocsPageSummary;
  /** Sanitized HTML. */
  readonly html: string;
  readonly outline: readonly OutlineEntry[];
  /** Text that says how long ago the page was changed, such as `3 minutes ago`. */
  readonly age: string;
  readonly before: PageLink | undefined;
  readonly after: PageLink | undefined;
  /** Content after the text. */
  readonly extra?: Child;
}) {
  const groups = findGroups(frame.navigation, page.path) ?? [];
  const entries = outline.filter(({ level }) => level <= 3);
  return (
    <main id="portal.content" tabindex={-1} class="portal-main">
      <div class="portal-page">
        {groups.length > 0 && <p class="portal-trail">{groups.map(({ title }) => title).join(' › ')}</p>}
        <h1>{page.title}</h1>
        {page.description && <p class="lead">{page.description}</p>}
        <PageActions frame={frame} path={page.path} />
        {entries.length > 1 && <Outline entries={entries} />}
        <article class="prose">{raw(html)}</article>
        {extra}
        <footer class="portal-end">
          <p class="hint">
            Updated{' '}
            <time datetime={page.updatedAt} title={page.updatedAt}>
              {age}
            </time>
            {page.source?.commit && (
              <>
                {' '}
                · docs as of commit <code>{page.source.commit.slice(0, 7)}</code>
              </>
            )}
            {page.source?.editUrl && (
              <>
                {' '}
                ·{' '}
                <a href={page.source.editUrl} rel="noopener noreferrer">
                  Edit this page
                </a>
              </>
            )}
          </p>
          {(before || after) && (
            <nav class="portal-neighbors" aria-label="Pages before and after this one">
              {before ? <Neighbor frame={frame} link={before} label="Previous" /> : <span />}
              {after && <Neighbor frame={frame} link={after} label="Next" />}
            </nav>
          )}
          <PageFeedback frame={frame} path={page.path} />
          <AssistantAddress frame={frame} path={page.path} />
        </footer>
      </div>
    </main>
  );
}

/** The outline of a page. In a wide window, it is next to the text; in a narrow window, readers can open it. */
function Outline({ entries }: { readonly entries: readonly OutlineEntry[] }) {
  return (
    <details class="portal-outline">
      <summary>On this page</summary>
      <nav aria-label="On this page">
        <ul>
          {entries.map(({ level, id, text }) => (
            <li class={level > 2 ? 'deeper' : undefined}>
              <a href={`#${encodeURIComponent(id)}`}>{text}</a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  );
}

function Neighbor({
  frame,
  link,
  label,
}: {
  readonly frame: PortalFrame;
  readonly link: PageLink;
  readonly label: 'Previous' | 'Next';
}) {
  return (
    <a class={label.toLowerCase()} href={getPageAddress(frame.base, link.path)}>
      <span>{label}</span>
      {link.title}
    </a>
  );
}

/** The section with the URL of the MCP server and instructions. */
export function AssistantAddress({
  frame,
  path,
}: {
  readonly frame: PortalFrame;
  /** Path of the page; undefined for a page without a path. */
  readonly path?: string;
}) {
  return (
    <p class="hint">
      For AI assistants: <a href={`${frame.base}/llms.txt`}>index of these docs</a>
      {path !== undefined && (
        <>
          {' '}
          · <a href={`${frame.base}/${path}.md`}>this page as Markdown</a>
        </>
      )}
      {frame.serviceUrl !== undefined && (
        <>
          {' '}
          · <a href={`${frame.serviceUrl}/mcp/setup`}>MCP server{frame.mcpUrl !== undefined && ` ${frame.mcpUrl}`}</a>
        </>
      )}
    </p>
  );
}
