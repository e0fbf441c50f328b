import type { Context } from 'hono';
import type { Environment } from '../access/request-environment.ts';
import type { PageRequest, UploadedFile } from './page.ts';
import { PageFailure } from './page-failure.ts';

/** Reads the fields and files of a form. Of several fields with the same name, the last one is used. */
export async function readForm(
  c: Context<Environment>,
  hasFiles: boolean,
): Promise<Pick<PageRequest, 'form' | 'files'>> {
  const type = hasFiles ? /^multipart\/form-data\b/i : /^application\/x-www-form-urlencoded\b/i;
  if (!type.test(c.req.header('content-type') ?? '')) throw createFormFailure();
  if (!hasFiles) return { form: Object.fromEntries(new URLSearchParams(await c.req.text())), files: new Map() };
  const data = await c.req.formData().catch(() => {
    throw createFormFailure();
  });
  const form: Record<string, string> = {};
  const files = new Map<string, UploadedFile>();
  for (const [field, value] of data) {
    if (typeof value === 'string') form[field] = value;
    // Browsers send a file without a name and content for a field in which no file is selected.
    else if (value.name !== '' || value.size > 0) {
      const name = value.name.split(/[/\\]/).at(-1) ?? '';
      files.set(field, { name, bytes: Buffer.from(await value.arrayBuffer()) });
    }
  }
  return { form, files };
}

/** Returns the page of this service from which a form was sent; undefined if the browser does not send it. */
export function findReferrer(c: Context<Environment>, origin: string): URL | undefined {
  const referrer = c.req.header('referer');
  const url = referrer !== undefined && URL.canParse(referrer) ? new URL(referrer) : undefined;
  return url?.origin === origin ? url : undefined;
}

const createFormFailure = () => new PageFailure(400, 'The request contains no form. Open the page, and send its form.');
