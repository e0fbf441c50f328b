import { describe, expect, it, vi } from 'vitest';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const PET = {
  type: 'object',
  required: ['name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', maxLength: 40, description: 'What it is called | by its owner' },
    parent: { $ref: '#/components/schemas/Pet' },
    tags: { type: 'array', items: { type: 'object', properties: { label: { type: 'string', enum: ['a', 'b'] } } } },
  },
};
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '2.0.0', description: 'All about **pets**.' },
  servers: [{ url: 'https://{region}.example.com/v2/', variables: { region: { default: 'eu' } } }],
  security: [{ token: [] }],
  tags: [],
  paths: {
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        summary: 'Get a pet',
        tags: ['Pets'],
        deprecated: true,
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer', minimum: 7 } }],
        responses: {
          200: {
            description: 'The pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          404: { description: 'No such pet' },
        },
      },
    },
    '/pets': {
      post: {
        summary: 'Add a pet',
        tags: ['Pets'],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: { 201: { description: 'Added' } },
      },
    },
  },
  components: {
    schemas: { Pet: PET },
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
  },
};

async function open(document: object | string = DOCUMENT, settings: object = {}) {
  const service = await openService();
  const upload = (json: object | string) =>
    service.sendRequest<{ error?: { message: string } }>('PUT', projectPath('/api-description'), {
      text: typeof json === 'string' ? json : JSON.stringify(json),
      headers: { 'content-type': 'application/json' },
    });
  const uploadedResponse = await upload(document);
  const publish = (more: object) =>
    service.sendRequest('PUT', projectPath('/docs/settings'), {
      json: { title: 'Pets API', published: true, publicReference: true, ...more },
    });
  await publish(settings);
  const browser = createBrowser(service.app);
  return { ...service, browser, publish, upload, uploaded: uploadedResponse };
}

describe('the API reference of a portal', () => {
  it('the API reference lists the operations by tag, each with a URL made of its operationId or else its method and path', async () => {
    const { browser } = await open();
    const { status, text } = await browser.open(`${PORTAL}/reference`);
    expect(status).toBe(200);
    expect(text).toContain('<strong>pets</strong>');
    for (const address of ['get-pet', 'post-pets']) expect(text).toContain(`href="${PORTAL}/reference/${address}"`);
    expect((await browser.open(PORTAL)).text).toContain(`href="${PORTAL}/reference"`);
  });

  it('the page of an operation shows the recovery hints that everyone receives in its errors, and no other hints', async () => {
    const { browser, sendRequest } = await open();
    const address = `${PORTAL}/reference/get-pet`;
    expect((await browser.open(address)).text).not.toContain('Recovery from errors');
    const steps = [
      { do: 'call', text: 'Search for the <b>pet</b> first.', operation: 'getPet', example: { name: 'Rex' } },
    ];
    const hint = {
      title: 'The pet is gone',
      steps,
      audience: 'everyone',
      match: { operationId: 'getPet', status: 404 },
    };
    const hints = [
      { ...hint, match: { ...hint.match, errorCode: 'pet_gone' }, documentation: 'https://docs.example.com/a?b=(c)' },
      { ...hint, title: 'Agents only', audience: 'agents' },
      { ...hint, title: 'Measured', match: { ...hint.match, errorCode: 'a' }, holdOutPercent: 10 },
      { ...hint, title: 'Turned off', match: { ...hint.match, errorCode: 'b' }, enabled: false },
      { ...hint, title: 'Other operation', match: { method: 'POST', route: '/pets', status: 404 } },
      { ...hint, title: 'Missing everywhere', match: { status: 404 }, retryAfterSeconds: 30 },
      { ...hint, title: 'Undeclared status', match: { status: 429 } },
    ];
    for (const json of hints)
      expect((await sendRequest('POST', projectPath('/recovery/hints'), { json })).status).toBe(201);
    const { text } = await browser.open(address);
    for (const part of [
      'Recovery from errors',
      '404: The pet is gone',
      'For errors with the error code <code>pet_gone</code>.',
      'Search for the &#x3C;b>pet&#x3C;/b> first. (operation <code>getPet</code>, example <code>{"name":"Rex"}</code>)',
      'href="https://docs.example.com/a?b=(c)"',
      '404: Missing everywhere',
      'Retry the same request after 30 seconds.',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/Agents only|Measured|Turned off|Other operation|Undeclared status/);
    expect((await browser.open(`${address}.md`)).text).toContain('### 404: The pet is gone');
    expect((await browser.open(`${PORTAL}/reference/post-pets`)).text).not.toContain('Missing everywhere');
  });

  it('the API reference shows an operation with parameters, schemas, security, responses and examples', async () => {
    const { browser } = await open();
    const { status, text } = await browser.open(`${PORTAL}/reference/get-pet`);
    expect(status).toBe(200);
    for (const part of [
      '<h1>Get a pet</h1>',
      'This operation is deprecated.',
      '<code>https://eu.example.com/v2</code>',
      '<code>Authorization: Bearer …</code>',
      'integer (at least 7)',
      'by its owner',
      '<code>tags[].label</code>',
      'No such pet',
      'https://eu.example.com/v2/pets/7',
    ])
      expect(text).toContain(part);
    for (const title of ['curl', 'JavaScript', 'Python']) expect(text).toContain(`>${title}<`);
    expect(Buffer.byteLength(text)).toBeLessThan(60_000);
    const { text: add } = await browser.open(`${PORTAL}/reference/post-pets`);
    expect(add).toContain('Required.');
    expect(add).not.toContain('&quot;id&quot;: 1');
  });

  it('the API reference is in the texts for agents, the sitemap and the search', async () => {
    const { browser, sendRequest } = await open();
    expect((await browser.open(`${PORTAL}/reference/get-pet.md`)).text).toContain('## Parameters\n\n| Name | In |');
    for (const path of ['llms.txt', 'sitemap.xml', 'llms-full.txt'])
      expect((await browser.open(`${PORTAL}/${path}`)).text).toContain('reference/get-pet');
    expect((await browser.open(`${PORTAL}/search?q=add+a+pet`)).text).toContain(`href="${PORTAL}/reference/post-pets"`);
    const { body } = await sendRequest<{ results: { kind: string; id: string }[] }>(
      'GET',
      projectPath('/docs/search?q=getPet'),
    );
    expect(body.results[0]).toMatchObject({ kind: 'operation', id: 'get-pet' });
  });

  it('the API reference and its search results are visible to members only until an owner publishes the reference', async () => {
    const { browser, publish } = await open(DOCUMENT, { publicReference: false });
    for (const path of ['reference', 'reference/get-pet', 'reference/get-pet.md'])
      expect((await browser.open(`${PORTAL}/${path}`)).status).toBe(404);
    for (const path of ['llms.txt', 'sitemap.xml', 'search?q=pet', ''])
      expect((await browser.open(`${PORTAL}/${path}`)).text).not.toMatch(/get-pet|Get a pet/);
    await publish({ publicReference: true });
    expect((await browser.open(`${PORTAL}/reference/get-pet`)).status).toBe(200);
    expect((await browser.open(`${PORTAL}/search?q=pet`)).text).toContain('reference/get-pet');
    await publish({ publicReference: false });
    expect((await browser.open(`${PORTAL}/search?q=pet`)).text).not.toContain('reference/get-pet');
  });

  it('the API reference keeps the last valid document if the document is deleted or an invalid one is uploaded, and says so', async () => {
    const { browser, upload, sendRequest } = await open();
    expect((await upload('{ "openapi": "3.1.0" ')).status).toBe(400);
    expect((await browser.open(`${PORTAL}/reference/get-pet`)).status).toBe(200);
    expect((await sendRequest('DELETE', projectPath('/api-description'))).status).toBe(204);
    expect((await sendRequest('GET', projectPath('/api-description'))).status).toBe(404);
    expect((await sendRequest('DELETE', projectPath('/api-description'))).status).toBe(404);
    for (const path of ['reference', 'reference/get-pet']) {
      const { status, text } = await browser.open(`${PORTAL}/${path}`);
      expect([status, /was deleted on \d{4}-\d\d-\d\d. This is its last version/.test(text)]).toEqual([200, true]);
    }
    await upload({ ...DOCUMENT, paths: { '/new': { get: { operationId: 'getNew', responses: {} } } } });
    const { text } = await browser.open(`${PORTAL}/reference`);
    expect([text.includes('was deleted'), text.includes('reference/get-new')]).toEqual([false, true]);
    expect((await browser.open(`${PORTAL}/search?q=getPet`)).text).not.toContain('reference/get-pet');
  });

  it('members see on the API reference why a newer document was refused, and of which commit the reference is', async () => {
    const { app, keys, browser, upload, sendRequest } = await open();
    const put = (commit: string, text: string) =>
      sendRequest('PUT', `${projectPath('/api-description')}?commit=${commit}`, {
        text,
        headers: { 'content-type': 'application/json' },
      });
    await put('a1b2c3d4e5', JSON.stringify(DOCUMENT));
    const member = await signInWithKey(app, keys.ann);
    const read = async (by: typeof browser, path = 'reference') => (await by.open(`${PORTAL}/${path}`)).text;
    expect(await read(member)).not.toContain('could not be read');
    const document = { ...DOCUMENT, paths: { '<script>alert(1)</script>': {} } };
    expect((await put('f6e5d4c3b2', JSON.stringify(document))).status).toBe(400);
    for (const path of ['reference', 'reference/get-pet']) {
      const text = await read(member, path);
      expect(text).toMatch(/The OpenAPI document of commit <code>f6e5d4c<\/code> could not be read: .*must start with/);
      expect(text).toContain('This is the reference of the document of commit <code>a1b2c3d</code>.');
      expect(text).not.toContain('<script>alert');
      expect(await read(browser, path)).not.toContain('could not be read');
    }
    expect((await upload('{')).status).toBe(400);
    expect(await read(member)).toMatch(/The OpenAPI document that was uploaded on \d{4}-\d\d-\d\d could not be read/);
    await upload(DOCUMENT);
    expect(await read(member)).not.toContain('could not be read');
    expect((await put('main', '{}')).status).toBe(400);
  });

  it('the page of an operation shows a changed hint even if its time has not changed', async () => {
    const { browser, sendRequest } = await open();
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const match = { operationId: 'getPet', status: 404 };
      const hint = { audience: 'everyone', match, steps: [{ do: 'wait', text: 'Wait' }] };
      const create = await sendRequest<{ id: string }>('POST', projectPath('/recovery/hints'), {
        json: { ...hint, title: 'First title' },
      });
      expect((await browser.open(`${PORTAL}/reference/get-pet`)).text).toContain('First title');
      await sendRequest('PUT', projectPath(`/recovery/hints/${create.body.id}`), {
        json: { ...hint, title: 'Second title' },
      });
      expect((await browser.open(`${PORTAL}/reference/get-pet`)).text).toContain('Second title');
    } finally {
      vi.useRealTimers();
    }
  });

  it('a stored page takes precedence over an operation of the API reference with the same path', async () => {
    const { browser, sendRequest } = await open();
    await sendRequest('PUT', projectPath('/docs/pages/reference%2Fget-pet'), {
      json: { title: 'Own', markdown: 'own text' },
    });
    expect((await browser.open(`${PORTAL}/reference/get-pet`)).text).toContain('own text');
  });
});

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>`|*[a](javascript:alert(1))\n# x';
/** Lists the tags that could run a script: script elements, event handlers, and `javascript:` URLs. */
const listDangers = (text: string): string[] =>
  (text.match(/<(?:"[^"]*"|[^">])*>/g) ?? []).filter((tag) => {
    if (/^<script type="module" src="\/assets\/try-it\.[0-9a-f]{16}\.js">$/.test(tag)) return false;
    const names = tag.replaceAll(/"[^"]*"/g, '""');
    return (
      /^<(?:script|iframe|object|embed|base)\b/i.test(tag) || /\son\w+=/i.test(names) || /="\s*javascript:/i.test(tag)
    );
  });
const CYCLE = { type: 'object', properties: { self: { $ref: '#/components/schemas/Cycle' } } };

describe('hostile OpenAPI documents', () => {
  it.each([
    [
      'names with markup',
      {
        ...DOCUMENT,
        info: { title: HOSTILE, version: HOSTILE, description: HOSTILE },
        servers: [{ url: 'javascript:alert(1)' }, { url: 'https://user:secret@example.com' }],
        paths: {
          '/x': {
            get: {
              operationId: 'x',
              summary: HOSTILE,
              description: HOSTILE,
              tags: [HOSTILE],
              parameters: [{ name: HOSTILE, in: 'query', required: true, description: HOSTILE, example: HOSTILE }],
              requestBody: {
                content: {
                  [HOSTILE]: { example: HOSTILE, schema: { properties: { [HOSTILE]: { enum: [HOSTILE] } } } },
                },
              },
              responses: { [HOSTILE]: { description: HOSTILE } },
            },
          },
        },
        components: {
          securitySchemes: { token: { type: 'apiKey', in: 'header', name: HOSTILE, description: HOSTILE } },
        },
      },
    ],
    [
      'schemas that contain themselves',
      {
        ...DOCUMENT,
        paths: {
          '/x': {
            post: {
              operationId: 'x',
              requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Cycle' } } } },
              responses: {
                200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Loop' } } } },
              },
            },
          },
        },
        components: {
          schemas: {
            Cycle: CYCLE,
            Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
            Ref: { $ref: '#/components/schemas/Ref' },
          },
        },
      },
    ],
    [
      'a wide and deep schema',
      {
        ...DOCUMENT,
        paths: {
          '/x': {
            get: {
              operationId: 'x',
              description: 'long '.repeat(20_000),
              parameters: Array.from({ length: 400 }, (_, index) => ({
                name: `p${index}`,
                in: 'query',
                schema: { type: 'string' },
              })),
              responses: Object.fromEntries(
                Array.from({ length: 60 }, (_, index) => [
                  String(400 + index),
                  {
                    description: 'd'.repeat(5_000),
                    content: {
                      'application/json': {
                        schema: {
                          type: 'object',
                          properties: Object.fromEntries(
                            Array.from({ length: 500 }, (_each, number) => [`n${index}-${number}`, { type: 'string' }]),
                          ),
                        },
                      },
                    },
                  },
                ]),
              ),
            },
          },
        },
      },
    ],
    [
      'values of the wrong types',
      {
        ...DOCUMENT,
        servers: 'x',
        security: [3],
        paths: {
          '/x': { get: { operationId: 'x', tags: 7, parameters: [4, null], requestBody: [], responses: { 200: 5 } } },
        },
      },
    ],
  ])('the API reference shows %s as text in a small page', async (_name, document) => {
    const { browser, uploaded } = await open(document);
    expect(uploaded.status).toBe(200);
    for (const path of ['reference', 'reference/x', 'search?q=script']) {
      const { status, text } = await browser.open(`${PORTAL}/${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect([path, listDangers(text)]).toEqual([path, []]);
      expect(text).not.toContain('user:secret');
      expect([path, Buffer.byteLength(text) < 60_000]).toEqual([path, true]);
    }
  });

  it('thousands of operations have small pages and an overview by tag', async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [
        `/things/${index}`,
        {
          get: {
            operationId: `getThing${index}`,
            summary: `Get thing ${index}`,
            tags: [`Tag ${index % 13}`],
            responses: {},
          },
        },
      ]),
    );
    const { browser } = await open({ ...DOCUMENT, paths });
    for (const path of [
      'reference',
      'reference/tags/tag-3',
      'reference/tags/tag-3/2',
      'reference/get-thing1999',
      'search?q=thing+1999',
    ]) {
      const { status, text } = await browser.open(`${PORTAL}/${path}`);
      expect([path, status, Buffer.byteLength(text) < 60_000]).toEqual([path, 200, true]);
    }
    expect((await browser.open(`${PORTAL}/search?q=getThing1999`)).text).toContain('reference/get-thing1999');
  });
});
