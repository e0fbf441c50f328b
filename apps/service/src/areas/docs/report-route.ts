import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { getClientAddress } from '../../platform/access/client-address.ts';
import type { App } from '../../platform/access/request-environment.ts';
import { HttpError } from '../../platform/errors/errors.ts';
import { createInvalidRequestError, getDetails } from '../../platform/errors/invalid-request.ts';
import { createMediaTypeError } from '../../platform/errors/media-type.ts';
import { FEEDBACK_KINDS } from '../feedback/store.ts';
import { MAX_DETAIL_CHARS } from './portal-feedback.tsx';
import { findReader } from './portal-reader.ts';
import type { DocsServices } from './services.ts';
import { MAX_PATH_CHARS } from './store.ts';
import { storeReaderReport } from './store-reader-report.ts';

/** Maximum size of a report in bytes. A character can take several bytes. */
const MAX_REPORT_BYTES = 65_536;

const reportSchema = z.strictObject({
  page: z.string().min(1).max(MAX_PATH_CHARS).optional(),
  kind: z.enum(FEEDBACK_KINDS),
  detail: z.string().trim().min(1).max(MAX_DETAIL_CHARS),
});

/**
 * Adds the endpoint to which programs without a key report problems of a portal's pages, as JSON. Scripts of other sites cannot send this media type
 * without a CORS permission, which this service does not grant.
 */
export function addReportRoute(app: App, services: DocsServices): void {
  const onError = () => {
    throw new HttpError('payload_too_large', `The body must have at most ${MAX_REPORT_BYTES} bytes`);
  };
  app.post('/p/:slug/-/reports', bodyLimit({ maxSize: MAX_REPORT_BYTES, onError }), async (c) => {
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
      throw createMediaTypeError(['application/json'], c.req.header('content-type'));
    }
    const reader = await findReader(c, c.req.param('slug') ?? '', services);
    const value: unknown = await c.req.json().catch(() => undefined);
    const parsedReport = reportSchema.safeParse(value);
    if (!parsedReport.success) {
      const rejected = { value, schema: reportSchema, error: parsedReport.error };
      throw createInvalidRequestError(getDetails('body', rejected));
    }
    const { page = '', ...given } = parsedReport.data;
    const visiblePages = await services.portal.listVisible(reader);
    const address = c.get('address') ?? getClientAddress(c, false);
    const { result } = await storeReaderReport(services, reader.state.projectId, visiblePages, address, {
      ...given,
      page,
    });
    return c.json({ result }, 201);
  });
}
