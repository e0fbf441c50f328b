import type { MemberSession } from '../access/sessions.ts';
import { getAssetPath } from './assets.ts';
import { Notice } from './elements.tsx';
import { Form } from './form.tsx';
import { Icon, type IconName } from './icons.tsx';
import { HOME } from './next-path.ts';
import type { PageContent, PageRequest } from './page.ts';

/** The groups of the navigation in order. Pages of the last group belong to no project. */
const NAVIGATION_GROUPS = ['Traffic', 'Content', 'Project', 'You'] as const;

/** A page in the navigation. */
export interface NavigationPage {
  readonly group: (typeof NAVIGATION_GROUPS)[number];
  readonly label: string;
  readonly icon: IconName;
  /** Path of the page. For a page of a project, the part after `/projects/{slug}`, such as `/members`. */
  readonly path: string;
}

/** The document of a page: header, navigation and content. */
export function Layout({
  page,
  request,
  navigation,
}: {
  readonly page: PageContent;
  readonly request: PageRequest;
  readonly navigation: readonly NavigationPage[];
}) {
  const { session } = request;
  return (
    <html lang="en" data-scheme={request.scheme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${page.title} · Context Sync`}</title>
        <link rel="stylesheet" href={getAssetPath('styles')} />
        {page.styles?.map((name) => (
          <link rel="stylesheet" href={getAssetPath(name)} />
        ))}
        <link rel="icon" href={getAssetPath('icon')} type="image/svg+xml" />
        {(page.scripts ?? []).map((name) => (
          <script src={getAssetPath(name)} type="module" />
        ))}
      </head>
      <body class={session ? 'signed-in' : 'signed-out'}>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <Header request={request} />
        {session && <Navigation page={page} request={request} session={session} entries={navigation} />}
        <main id="content" tabindex={-1}>
          <header class="page-header">
            <h1>{page.title}</h1>
            {page.lead && <p class="lead">{page.lead}</p>}
          </header>
          {request.c.req.method === 'GET' && Object.keys(request.form).length > 0 && (
            <Notice kind="warning">
              <p>You were signed out before the form was sent. Check it, and send it again.</p>
            </Notice>
          )}
          {page.body}
        </main>
      </body>
    </html>
  );
}

function Header({ request }: { readonly request: PageRequest }) {
  return (
    <header class="top">
      {request.session && (
        <button type="button" class="button quiet menu" popovertarget="navigation">
          <Icon name="menu" />
          Menu
        </button>
      )}
      {!request.isOnPortalHost && (
        <a class="brand" href={request.session ? '/projects' : '/sign-in'}>
          Context Sync
        </a>
      )}
    </header>
  );
}

function Navigation({
  page,
  request,
  session,
  entries,
}: {
  readonly page: PageContent;
  readonly request: PageRequest;
  readonly session: MemberSession;
  readonly entries: readonly NavigationPage[];
}) {
  const { project } = page;
  const groups = NAVIGATION_GROUPS.filter((group) => project || group === 'You').map((group) => ({
    group,
    links: entries
      .filter((entry) => entry.group === group)
      .map((entry) => ({
        ...entry,
        path: group === 'You' || !project ? entry.path : `/projects/${project.slug}${entry.path}`,
      })),
  }));
  const [path = ''] = request.path.split('?');
  const paths = groups.flatMap(({ links }) => links.map((link) => link.path));
  const current = { path, nearest: findNearest(path, paths) };
  return (
    <nav id="navigation" class="navigation" popover="auto" aria-label="Main">
      <ul>
        <NavigationLink label="Projects" icon="folder" path={HOME} current={current} />
      </ul>
      {project && (
        <p class="navigation-project">
          <a href={`/projects/${project.slug}`}>{project.name}</a>
        </p>
      )}
      {groups
        .filter(({ links }) => links.length > 0)
        .map(({ group, links }) => (
          <section>
            <h2>{group}</h2>
            <ul>
              {links.map((link) => (
                <NavigationLink label={link.label} icon={link.icon} path={link.path} current={current} />
              ))}
            </ul>
          </section>
        ))}
      <Form request={request} action="/sign-out" class="navigation-end">
        <p class="who">{session.name || session.email}</p>
        <button type="submit" class="button quiet">
          <Icon name="log-out" />
          Sign out
        </button>
      </Form>
    </nav>
  );
}

/** Returns the path of the entry to which a page belongs: its own path, or the longest one above it. */
function findNearest(path: string, paths: readonly string[]): string | undefined {
  return paths
    .filter((each) => path === each || path.startsWith(`${each}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function NavigationLink({
  label,
  icon,
  path,
  current,
}: Omit<NavigationPage, 'group'> & {
  /** Path of the current page, and of the entry to which it belongs. */
  readonly current: { readonly path: string; readonly nearest: string | undefined };
}) {
  const currentKind = current.path === path ? 'page' : current.nearest === path ? 'true' : undefined;
  return (
    <li>
      <a href={path} aria-current={currentKind}>
        <Icon name={icon} />
        {label}
      </a>
    </li>
  );
}
