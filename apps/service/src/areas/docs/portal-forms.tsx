import { HttpError } from '../../platform/errors/errors.ts';
import type { PageRequest } from '../../platform/pages/page.ts';
import { PageFailure } from '../../platform/pages/page-failure.ts';
import { getPageHeaders } from '../../platform/pages/page-headers.ts';
import type { Pages } from '../../platform/pages/pages.tsx';
import { SCHEMES, setScheme } from '../../platform/pages/scheme.ts';
import { FEEDBACK_KINDS } from '../feedback/store.ts';
import { HOME_PATH } from './navigation.ts';
import { DETAIL_FIELD, KIND_FIELD, MAX_DETAIL_CHARS, RefusedFeedback } from './portal-feedback.tsx';
import { getPageAddress } from './portal-frame.ts';
import { findReader, type PortalReader } from './portal-reader.ts';
import type { DocsServices } from './services.ts';
import { storeReaderReport } from './store-reader-report.ts';

/** Path of a page or list within a portal. The path cannot start with a slash, so that no form redirects a browser to another site. */
const OWN_PATH = /^[a-z0-9_-][\w./~-]{0,300}$/i;
/** Path of the page that confirms feedback. Paths of docs pages do not start with "-". */
export const THANKS_PATH = '-/thanks';

/**
 * Adds the routes to which the forms of the portals are sent. The portals' pages are the same for all readers, so the forms have no CSRF token and
 * perform no action for a signed-in member.
 */
export function addPortalForms(pages: Pages, services: DocsServices): void {
  const { portal, portalHosts } = services;
  const getBase = ({ c }: PageRequest) =>
    portalHosts.findOrigin(c) === undefined ? `/p/${encodeURIComponent(c.req.param('slug') ?? '')}` : '';

  pages.postPublic(
    '/p/:slug/-/scheme',
    (request) => {
      setScheme(
        request.c,
        SCHEMES.find((scheme) => scheme === request.form.scheme),
      );
      return { redirectTo: getPageAddress(getBase(request), parseFormPage(request.form.page)) };
    },
    { isOnPublicPage: true },
  );

  pages.postPublic(
    '/p/:slug/-/feedback',
    async (request) => {
      const reader = await openReader(request, services);
      const page = parseFormPage(request.form.page);
      const entry = { kind: request.form[KIND_FIELD] ?? '', detail: (request.form[DETAIL_FIELD] ?? '').trim() };
      const refuse = async (status: 422 | 429, message: string) => {
        const errors = [{ field: DETAIL_FIELD, message }];
        const { body } = await portal.openExtra(
          reader,
          { kind: 'refused-feedback', title: 'Your feedback was not sent' },
          (frame) => <RefusedFeedback frame={frame} path={page} entry={entry} errors={errors} />,
        );
        return request.c.body(body, status, { ...getPageHeaders({}), 'content-type': 'text/html; charset=utf-8' });
      };
      const kind = FEEDBACK_KINDS.find((each) => each === entry.kind) ?? 'missing';
      if (entry.detail === '') return refuse(422, 'Enter what was missing');
      if (entry.detail.length > MAX_DETAIL_CHARS) {
        return refuse(422, `The text must have at most ${MAX_DETAIL_CHARS} characters (it has ${entry.detail.length})`);
      }
      try {
        const visible = await portal.listVisible(reader);
        const report = { kind, detail: entry.detail, page };
        await storeReaderReport(services, reader.state.projectId, visible, request.address, report);
      } catch (error) {
        if (!(error instanceof HttpError) || error.code !== 'rate_limited') throw error;
        return refuse(429, 'There were too many reports in a short time. Send it again in an hour');
      }
      return { redirectTo: `${getBase(request)}/${THANKS_PATH}?page=${encodeURIComponent(page)}` };
    },
    { isOnPublicPage: true },
  );
}

/** Returns the reader who sent a form. @throws PageFailure if there is no portal that the reader can see */
async function openReader({ c }: PageRequest, services: DocsServices): Promise<PortalReader> {
  try {
    return await findReader(c, c.req.param('slug') ?? '', services);
  } catch (error) {
    if (error instanceof HttpError) throw new PageFailure(404, error.message);
    throw error;
  }
}

/** Returns the path of the page that contains a form: the value of a form field, or the home page. */
export function parseFormPage(page = ''): string {
  return OWN_PATH.test(page) && !page.includes('..') ? page : HOME_PATH;
}
