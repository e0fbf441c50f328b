import type { App } from '../platform/access/request-environment.ts';

/** Origin of the app for a browser in a test. */
export const ORIGIN = 'http://127.0.0.1:8787';

export interface OpenedPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Target of the redirect; undefined if the response is not a redirect. */
  readonly location: string | undefined;
  /** The forms of the page, by action. */
  readonly forms: ReadonlyMap<string, Readonly<Record<string, string>>>;
}

/** A file that a visitor selects in a form. */
export interface SelectedFile {
  readonly name: string;
  readonly text: string;
}

export interface SendOptions {
  /** Action of the form. Default: the only form of the page besides the sign-out form. */
  readonly action?: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Files that the visitor selects, by field name. The form is then sent as `multipart/form-data`. */
  readonly files?: Readonly<Record<string, SelectedFile>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser without scripts: it keeps cookies, and sends the forms of the pages that it has opened. It does not follow redirects. */
export function createBrowser(app: App, origin = ORIGIN) {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit): Promise<OpenedPage> => {
    const headers = new Headers(init.headers);
    headers.set('host', new URL(origin).host);
    headers.set('accept', headers.get('accept') ?? 'text/html,*/*;q=0.8');
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((cookie) => cookie.join('=')).join('; '));
    const response = await app.request(new URL(path, origin).href, { ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      location: response.headers.get('location') ?? undefined,
      forms: readForms(text),
    };
  };
  return {
    cookies,
    open: (path: string, headers: Readonly<Record<string, string>> = {}) => request(path, { headers }),
    /** Submits a form of an opened page, as a browser does. */
    send({ forms }: Pick<OpenedPage, 'forms'>, { action, fields = {}, files, headers = {} }: SendOptions = {}) {
      const target = action ?? [...forms.keys()].find((each) => each !== '/sign-out') ?? '';
      const form = forms.get(target);
      if (!form) throw new Error(`the page has no form for ${target}`);
      const entries = Object.entries({ ...form, ...fields });
      const body = files ? createFormData(entries, files) : new URLSearchParams(entries).toString();
      return request(target, {
        method: 'POST',
        body,
        headers: {
          ...(!files && { 'content-type': 'application/x-www-form-urlencoded' }),
          origin,
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      });
    },
  };
}

function createFormData(
  fields: readonly (readonly [string, string])[],
  files: Readonly<Record<string, SelectedFile>>,
): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  for (const [field, { name, text }] of Object.entries(files)) data.append(field, new Blob([text]), name);
  return data;
}

/** Opens a browser, and signs a member in with a key. */
export async function signInWithKey(app: App, key: string): Promise<ReturnType<typeof createBrowser>> {
  const browser = createBrowser(app);
  const fields = { 'api-key': key };
  await browser.send(await browser.open('/sign-in'), { action: '/sign-in/key', fields });
  return browser;
}

/** Reads the fields that a browser sends if a person changes nothing in a form. */
function readForms(html: string): Map<string, Record<string, string>> {
  const forms = [...html.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
  return new Map(
    forms.map(([, action = '', content = '']) => {
      const inputs = [...content.matchAll(/<input[^>]* name="([^"]*)"[^>]*? value="([^"]*)"[^>]*>/g)]
        .filter(([tag]) => !tag.includes(' type="checkbox"') || / checked\b/.test(tag))
        .map(([, name = '', value = '']) => [name, value]);
      const texts = [...content.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>(.*?)<\/textarea>/gs)];
      const fields = [...inputs, ...texts.map(([, name = '', value = '']) => [name, value])];
      return [action, Object.fromEntries(fields.map(([name = '', value = '']) => [name, decodeEntities(value)]))];
    }),
  );
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
