import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import {
  COLOR_SCHEMES,
  findAccessibilityProblems,
  hasBrowser,
  measureOverflow,
  openPages,
  WIDTHS,
} from '../../testing/chromium.fixture.ts';
import { listen } from '../../testing/listen.fixture.ts';
import { OWN_PROJECT, projectPath } from '../../testing/service.fixture.ts';

const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0', description: 'All about pets.' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/pets/{petId}': {
      put: {
        operationId: 'replaceAPetWithAVeryLongNameThatDoesNotFitIntoANarrowPage',
        tags: ['Pets'],
        deprecated: true,
        description: 'Replaces a pet.',
        parameters: [{ name: 'petId', in: 'path', required: true, description: 'Id', schema: { type: 'integer' } }],
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { aLongNameOfAProperty: { type: 'string', description: 'Name' } } },
            },
          },
        },
        responses: { 200: { description: 'Done' }, 404: { description: 'No such pet' } },
      },
    },
  },
};
const OPERATION = '/reference/replace-apet-with-avery-long-name-that-does-not-fit-into-anarrow-page';

async function open(options: Parameters<typeof openPages>[0] = {}) {
  const openedPages = await openPages(options);
  const { sendRequest, url } = openedPages;
  await sendRequest('PUT', projectPath('/docs/pages/start'), {
    json: {
      title: 'Start',
      markdown: `Begin here.\n\n## Install\n\n${'Text that fills. '.repeat(200)}\n\nInstall the client.`,
    },
  });
  await sendRequest('POST', projectPath('/context'), {
    json: { title: 'Client', content: `The client of ${'averyverylongword'.repeat(8)}.`, public: true },
  });
  await sendRequest('PUT', projectPath('/api-description'), { json: PETS });
  await sendRequest('PUT', projectPath('/docs/settings'), {
    json: { title: 'Pets API', published: true, publicReference: true },
  });
  return { ...openedPages, portal: `${url}/p/${OWN_PROJECT}` };
}

describe.skipIf(!hasBrowser)('the search and the API reference', () => {
  it.each(COLOR_SCHEMES)(
    'the search page and the API reference have no accessibility problem and no horizontal scroll bar in the %s color scheme',
    async (colorScheme) => {
      const { page, portal, sendRequest } = await open();
      await page.emulateMedia({ colorScheme });
      const check = async (paths: readonly string[]) => {
        for (const path of paths) {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            await page.goto(`${portal}${path}`);
            expect([path, width, await measureOverflow(page)]).toEqual([path, width, 0]);
            expect([path, width, await findAccessibilityProblems(page)]).toEqual([path, width, []]);
          }
        }
      };
      await check([
        '/search',
        '/search?q=client',
        '/search?q=instal+zebra',
        '/search?q=clinet',
        '/reference',
        OPERATION,
      ]);
      await sendRequest('DELETE', projectPath('/api-description'));
      await check(['/reference', OPERATION]);
    },
    90_000,
  );

  it('the search page works with the keyboard and without scripts, from the search field to the section that was found', async () => {
    const { page, portal } = await open({ javaScript: false });
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.goto(portal);
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await page.locator('#search:focus').count()) > 0) break;
    }
    await page.keyboard.type('install client');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Start › Install' }).click();
    const { pathname, hash } = new URL(page.url());
    expect([pathname, hash]).toEqual([`/p/${OWN_PROJECT}/start`, '#install']);
  });

  it('the API reference sends a request from the browser, shows the response as text, and explains that a server rejects other origins', async () => {
    const requests: (string | undefined)[][] = [];
    let isAllowed = true;
    const server = createServer((request, response) => {
      const names = { 'access-control-allow-origin': '*', 'access-control-allow-methods': '*' };
      const cors = { ...names, 'access-control-allow-headers': 'authorization, content-type' };
      if (isAllowed) for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
      const { authorization, cookie } = request.headers;
      if (request.method !== 'OPTIONS') requests.push([request.method, request.url, authorization, cookie]);
      response.setHeader('content-type', 'application/json').end('{"text":"<b>bold</b>"}');
    });
    const origin = `http://127.0.0.1:${await listen(server)}`;
    const { page, portal, sendRequest } = await open({ expected: /blocked by CORS policy|net::ERR_FAILED/ });
    await sendRequest('PUT', projectPath('/api-description'), {
      json: {
        ...PETS,
        servers: [{ url: `${origin}/v1` }, { url: 'javascript:alert(1)' }],
        security: [{ token: [] }],
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      },
    });
    const openedResponse = await page.goto(`${portal}${OPERATION}`);
    const policy = openedResponse?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain(`script-src 'self'; connect-src ${origin};`);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await page.getByLabel('petId').fill('7/8');
    await page.getByLabel('token').fill('secret');
    await page.getByRole('button', { name: 'Send request' }).click();
    const output = page.locator('output');
    await output.filter({ hasText: '200' }).waitFor();
    expect(await output.textContent()).toContain('{"text":"<b>bold</b>"}');
    expect(requests).toEqual([['PUT', '/v1/pets/7%2F8', 'Bearer secret', undefined]]);
    isAllowed = false;
    await page.getByRole('button', { name: 'Send request' }).click();
    await output.filter({ hasText: 'does not allow requests from other sites (CORS)' }).waitFor();
    const overview = await page.goto(`${portal}/reference`);
    expect(overview?.headers()['content-security-policy']).not.toMatch(/script-src|connect-src/);
  }, 30_000);

  it('the search page and the API reference need at most four requests and 60 kB', async () => {
    const { page, portal } = await open();
    for (const path of ['/search?q=client', OPERATION]) {
      let requests = 0;
      let bytes = 0;
      const count = async (response: { body(): Promise<Buffer> }) => {
        requests += 1;
        bytes += (await response.body()).length;
      };
      page.on('response', count);
      await page.goto(`${portal}${path}`, { waitUntil: 'networkidle' });
      page.off('response', count);
      expect(requests).toBeLessThanOrEqual(4);
      expect(bytes).toBeLessThan(60_000);
    }
  });
});
