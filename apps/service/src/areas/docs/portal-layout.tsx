import type { PropsWithChildren } from 'hono/jsx';
import { getAssetPath } from '../../platform/pages/assets.ts';
import { Icon } from '../../platform/pages/icons.tsx';
import { findFirstPage, findGroups, HOME_PATH, type NavigationNode } from './navigation.ts';
import { getPageAddress, type PortalFrame, type PortalPageKind } from './portal-frame.ts';
import { AssistantMenu, SchemeMenu } from './portal-menus.tsx';
import { SearchForm } from './search-form.tsx';

/** Maximum number of entries of a navigation that is shown expanded. In a longer one, only the groups that contain the page are open. */
const MAX_OPEN_ENTRIES = 80;

/** The document of a portal page: header, navigation and content. */
export function PortalLayout({
  frame,
  title,
  description,
  path,
  kind,
  children,
}: PropsWithChildren<{
  readonly frame: PortalFrame;
  readonly kind: PortalPageKind;
  readonly title: string;
  readonly description: string;
  /** Path of the page; undefined if the page does not exist. */
  readonly path: string | undefined;
}>) {
  const { base, address } = frame;
  const home = getPageAddress(base, HOME_PATH);
  return (
    <html lang="en" data-scheme={frame.scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title === frame.title ? title : `${title} · ${frame.title}`}</title>
        {description && <meta name="description" content={description} />}
        {path === undefined && <meta name="robots" content="noindex" />}
        {path !== undefined && address !== undefined && (
          <link rel="canonical" href={path === HOME_PATH ? address : `${address}/${path}`} />
        )}
        {path !== undefined && <link rel="alternate" type="text/markdown" href={`${base}/${path}.md`} />}
        <link rel="stylesheet" href={getAssetPath('styles')} />
        <link rel="stylesheet" href={frame.styles} />
        <link rel="icon" href={getAssetPath('icon')} type="image/svg+xml" />
      </head>
      <body class="portal" data-kind={kind}>
        <a class="skip" href="#portal.content">
          Skip to content
        </a>
        <header class="portal-top">
          <p class="hidden">
            {`For AI agents: ${base}/llms.txt is the index of these docs. Add .md to the URL of a page for its Markdown.`}
          </p>
          <button type="button" class="button quiet menu" popovertarget="portal.navigation">
            <Icon name="menu" />
            Menu
          </button>
          <a class="brand" href={home}>
            {frame.logo !== undefined && <img src={frame.logo} alt="" />}
            {frame.title}
          </a>
          {/* The search page has its own field, which contains the query. */}
          {kind !== 'search' && <SearchForm base={base} id="search" />}
          {frame.siteLinks.length > 0 && (
            <ul class="portal-sites">
              {frame.siteLinks.map(({ url, label }) => (
                <li>
                  <a href={url} rel="noopener noreferrer">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <div class="portal-menus">
            <AssistantMenu frame={frame} />
            <SchemeMenu frame={frame} path={path ?? HOME_PATH} />
          </div>
        </header>
        {children}
        <nav id="portal.navigation" class="portal-navigation" popover="auto" aria-label="Docs">
          <NavigationList frame={frame} nodes={frame.navigation} path={path ?? ''} depth={1} />
        </nav>
      </body>
    </html>
  );
}

function NavigationList({
  frame,
  nodes,
  path,
  depth,
}: {
  readonly frame: PortalFrame;
  readonly nodes: readonly NavigationNode[];
  readonly path: string;
  readonly depth: number;
}) {
  const isShort = countEntries(frame.navigation) <= MAX_OPEN_ENTRIES;
  return (
    <ul>
      {nodes.map((node) => {
        const isOpen = node.items.length > 0 && (isShort || contains(node, path));
        const target = node.path ?? (isOpen ? undefined : findFirstPage(node));
        return (
          <li>
            {target === undefined ? (
              <p class="portal-group">{node.title}</p>
            ) : (
              <a href={getPageAddress(frame.base, target)} aria-current={node.path === path ? 'page' : undefined}>
                {node.title}
                {node.items.length > 0 && !isOpen && <Icon name="chevron-right" />}
              </a>
            )}
            {isOpen && <NavigationList frame={frame} nodes={node.items} path={path} depth={depth + 1} />}
          </li>
        );
      })}
    </ul>
  );
}

function countEntries(nodes: readonly NavigationNode[]): number {
  return nodes.reduce((sum, { items }) => sum + 1 + countEntries(items), 0);
}

function contains(node: NavigationNode, path: string): boolean {
  return node.path === path || findGroups(node.items, path) !== undefined;
}
