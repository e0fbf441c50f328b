import { findFirstPage, HOME_PATH, type PageLink } from './navigation.ts';
import { getPageAddress, type PortalFrame } from './portal-frame.ts';
import { AssistantAddress } from './portal-page.tsx';

/** The home page of a portal that has no page with the path `index`. It lists the contents of the docs. */
export function Overview({ frame }: { readonly frame: PortalFrame }) {
  return (
    <main id="portal.content" tabindex={-1} class="portal-main">
      <div class="portal-page">
        <h1>{frame.title}</h1>
        {frame.description && <p class="lead">{frame.description}</p>}
        {frame.navigation.length === 0 && <p class="hint">There are no pages yet.</p>}
        <ul class="portal-overview">
          {frame.navigation.map((node) => (
            <li>
              <a href={getPageAddress(frame.base, findFirstPage(node) ?? HOME_PATH)}>{node.title}</a>
              {node.items.length > 0 && (
                <p class="hint">
                  {node.items
                    .slice(0, 6)
                    .map(({ title }) => title)
                    .join(' · ')}
                </p>
              )}
            </li>
          ))}
        </ul>
        <footer class="portal-end">
          <AssistantAddress frame={frame} />
        </footer>
      </div>
    </main>
  );
}

/** The page for a missing or deleted page. It suggests pages with similar content. */
export function MissingPage({
  frame,
  isGone,
  nearest,
}: {
  readonly frame: PortalFrame;
  readonly isGone: boolean;
  readonly nearest: readonly PageLink[];
}) {
  return (
    <main id="portal.content" tabindex={-1} class="portal-main">
      <div class="portal-page">
        <h1>{isGone ? 'This page was deleted' : 'There is no such page'}</h1>
        {nearest.length > 0 ? (
          <>
            <p class="lead">These pages may help:</p>
            <ul class="portal-overview">
              {nearest.map(({ path, title }) => (
                <li>
                  <a href={getPageAddress(frame.base, path)}>{title}</a>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p class="lead">
            <a href={getPageAddress(frame.base, HOME_PATH)}>Start at the beginning</a>
          </p>
        )}
      </div>
    </main>
  );
}
