import { createClient, measureLatencies } from './load-client.ts';

/**
 * Measures the times of the pages of a signed-in member in milliseconds.
 * @param key full key with which the member signs in
 * @param project path of the project in the API, which ends with its slug
 */
export async function measurePages(
  url: string,
  key: string,
  project: string,
  rounds: number,
): Promise<readonly (readonly [name: string, times: readonly number[]])[]> {
  const slug = project.slice(project.lastIndexOf('/') + 1);
  const client = createClient(url, { cookie: await signIn(url, key) }, 1);
  const pages = [
    ['projects', '/projects'],
    ['a project', `/projects/${slug}`],
    ['members and invites', `/projects/${slug}/members`],
    ['account', '/account'],
    ['API keys', '/account/keys'],
    ['how to connect an assistant', '/mcp/setup'],
  ] as const;
  const measuredPages: [string, readonly number[]][] = [];
  try {
    for (const [name, path] of pages) {
      measuredPages.push([name, await measureLatencies(() => client.send({ method: 'GET', path }), rounds)]);
    }
  } finally {
    client.close();
  }
  return measuredPages;
}

/** Signs in with a key, as a browser does. @returns the cookies of the browser */
async function signIn(url: string, key: string): Promise<string> {
  const page = await fetch(`${url}/sign-in`, { headers: { accept: 'text/html' } });
  const cookie = readCookies(page);
  const [, token = ''] = /action="\/sign-in\/key".*?name="form-token" value="([^"]*)"/s.exec(await page.text()) ?? [];
  const response = await fetch(`${url}/sign-in/key`, {
    method: 'POST',
    body: new URLSearchParams({ 'form-token': token, 'api-key': key }),
    headers: { cookie },
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`signing in failed with status ${response.status}`);
  return `${cookie}; ${readCookies(response)}`;
}

function readCookies({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((each) => each.slice(0, each.indexOf(';')))
    .join('; ');
}
