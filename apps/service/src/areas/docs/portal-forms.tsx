import type { PageRequest, Redirect } from '../../platform/pages/page.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { SCHEMES, setScheme } from '../../platform/pages/scheme.ts';
import { HOME_PATH } from './navigation.ts';
import { getPageAddress } from './portal-frame.ts';
import type { DocsServices } from './services.ts';

/** Path of a page or list within a portal. It cannot start with a slash, so that no form sends a browser to another site. */
const OWN_PATH = /^[a-z0-9_-][\w./~-]{0,300}$/i;

/** Adds the targets of the forms of the portals. Their paths are not those of pages, which start with a letter, a digit or "_". */
export function addPortalForms(pages: Pages, { portalHosts }: Pick<DocsServices, 'portalHosts'>): void {
  pages.postPublic(
    '/p/:slug/-/scheme',
    (request): Redirect => {
      setScheme(
        request.c,
        SCHEMES.find((scheme) => scheme === request.form.scheme),
      );
      return { redirectTo: getFormPage(request, portalHosts) };
    },
    { isOnPublicPage: true },
  );
}

/** Returns the address of the page of the portal that contains the form. */
function getFormPage({ c, form }: PageRequest, portalHosts: DocsServices['portalHosts']): string {
  const base = portalHosts.findOrigin(c) === undefined ? `/p/${encodeURIComponent(c.req.param('slug') ?? '')}` : '';
  const { page = '' } = form;
  return getPageAddress(base, OWN_PATH.test(page) && !page.includes('..') ? page : HOME_PATH);
}
