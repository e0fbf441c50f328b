import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBrowser, signInWithKey } from '../../testing/browser.fixture.ts';
import { OPENAPI_DOCUMENT, OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { WORKFLOW } from '../use-cases/workflow.fixture.ts';

const PORTAL = `/p/${OWN_PROJECT}`;
const SKILLS = `${PORTAL}/.well-known/agent-skills`;
const SECRET = { ...WORKFLOW, workflowId: 'sell-a-pet', summary: 'Sell a pet in secret' };
const ADOPT = `${PORTAL}/use-cases/adopt-a-pet`;

async function open(settings: object = {}) {
  const service = await openService();
  const { sendRequest } = service;
  const create = async (workflow: object, isPublic: boolean) => {
    const { status, body } = await sendRequest<{ id: string }>('POST', projectPath('/use-cases'), {
      json: { workflow, public: isPublic },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  await sendRequest('PUT', projectPath('/docs/pages/start'), { json: { title: 'Start', markdown: 'Text' } });
  await sendRequest('PUT', projectPath('/docs/settings'), { json: { title: 'Pets', published: true, ...settings } });
  const id = await create(WORKFLOW, true);
  await create(SECRET, false);
  return { ...service, id, create, browser: createBrowser(service.app) };
}

interface SkillIndex {
  readonly $schema: string;
  readonly skills: readonly Readonly<Record<'name' | 'type' | 'description' | 'url' | 'digest', string>>[];
}

describe('use cases in the portal', () => {
  it('each public use case has a page with its steps, and is in the list and in the navigation', async () => {
    const { browser } = await open();
    const list = await browser.open(`${PORTAL}/use-cases`);
    expect([list.status, list.text.includes('Sell a pet')]).toEqual([200, false]);
    expect(list.text).toContain(`<a href="${ADOPT}">Adopt a pet</a>: Find a pet that is available`);
    const { status, text } = await browser.open(ADOPT);
    expect(status).toBe(200);
    expect(text).toMatch(/<h1>Adopt a pet<\/h1>.*Steps/s);
    expect(text).toContain('reservePet');
    expect(text).toContain(`<a href="${ADOPT}" aria-current="page">Adopt a pet</a>`);
    expect((await browser.open(`${PORTAL}/start`)).text).toContain(`href="${ADOPT}"`);
    expect((await browser.open(`${PORTAL}/use-cases/sell-a-pet`)).status).toBe(404);
  });

  it('a use case has a Markdown version, and is in llms.txt, llms-full.txt and sitemap.xml', async () => {
    const { browser } = await open();
    const twin = await browser.open(`${ADOPT}.md`);
    expect(twin.headers.get('content-type')).toContain('text/markdown');
    expect(twin.text).toContain('# Adopt a pet\n');
    expect((await browser.open(ADOPT, { accept: 'text/markdown' })).text).toBe(twin.text);
    for (const name of ['llms.txt', 'use-cases/llms.txt', 'llms-full.txt', 'sitemap.xml']) {
      const { status, text } = await browser.open(`${PORTAL}/${name}`);
      expect([name, status, /adopt-a-pet/.test(text), /sell/i.test(text)]).toEqual([name, 200, true, false]);
    }
  });

  it('members see all use cases in the portal', async () => {
    const { app, keys } = await open();
    const member = await signInWithKey(app, keys.ann);
    expect((await member.open(`${PORTAL}/use-cases/sell-a-pet`)).status).toBe(200);
    expect((await member.open(`${PORTAL}/llms.txt`)).text).toContain('Sell a pet in secret');
  });

  it('a changed use case or OpenAPI document is visible with the next request', async () => {
    const { browser, sendRequest, id } = await open();
    expect((await browser.open(ADOPT)).text).toContain('no OpenAPI document');
    const document = {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'OK' } } } } },
    };
    const put = await sendRequest('PUT', projectPath('/api-description'), { json: document });
    expect(put.status).toBeLessThan(300);
    expect((await browser.open(ADOPT)).text).toContain('GET /pets');
    await sendRequest('PUT', projectPath(`/use-cases/${id}`), {
      json: { workflow: { ...WORKFLOW, summary: 'Adopt a dog' }, public: true },
    });
    expect((await browser.open(ADOPT)).text).toContain('<h1>Adopt a dog</h1>');
    await sendRequest('DELETE', projectPath(`/use-cases/${id}`));
    expect((await browser.open(ADOPT)).status).toBe(404);
  });

  it('the page of a use case shows a missing operation as a warning, and links the steps to the reference if the reader can see it', async () => {
    const { app, keys, browser, sendRequest } = await open();
    await sendRequest('PUT', projectPath('/api-description'), { json: OPENAPI_DOCUMENT });
    const member = await signInWithKey(app, keys.ann);
    const address = `${PORTAL}/reference/list-pets`;
    const link = `<a href="${address}"><code>GET /pets</code></a>`;
    const { text } = await browser.open(ADOPT);
    expect(text).toMatch(/<div class="alert warning" role="note">.*has no operation reservePet\.<\/p>\n<\/div>/s);
    expect(text).toContain('Call <code>GET /pets</code>');
    expect(text).not.toContain(address);
    expect((await member.open(ADOPT)).text).toContain(`Call ${link}`);
    expect((await member.open(address)).status).toBe(200);
    const settings = { title: 'Pets', published: true, publicReference: true };
    await sendRequest('PUT', projectPath('/docs/settings'), { json: settings });
    expect((await browser.open(ADOPT)).text).toContain(`Call ${link}`);
    expect((await browser.open(`${ADOPT}.md`)).text).toContain(`[\`GET /pets\`](http`);
    const skill = await browser.open(`${SKILLS}/adopt-a-pet/SKILL.md`);
    expect(skill.text).toContain('Call `GET /pets` (`listPets`).');
  });

  it('two use cases whose ids result in the same path both have a page, and a docs page takes precedence', async () => {
    const { browser, create, sendRequest } = await open();
    await create({ ...WORKFLOW, workflowId: 'adopt_a_pet', summary: 'Another' }, true);
    expect((await browser.open(`${ADOPT}-2`)).text).toContain('<h1>Another</h1>');
    await sendRequest('PUT', projectPath('/docs/pages/use-cases%2Fadopt-a-pet'), {
      json: { title: 'Own', markdown: 'a' },
    });
    expect((await browser.open(ADOPT)).text).toContain('<h1>Own</h1>');
  });

  it('use cases come after a navigation that does not contain them', async () => {
    const { browser } = await open({ navigation: [{ title: 'Begin', path: 'start' }] });
    const { text } = await browser.open(PORTAL);
    expect(text.indexOf('>Begin<')).toBeLessThan(text.indexOf(`href="${ADOPT}"`));
  });

  it('the texts of a use case run no script', async () => {
    const { browser, create } = await open();
    const hostileText = '<script>alert(1)</script><img src=x onerror=alert(1)>[a](javascript:alert(1))';
    const [step] = WORKFLOW.steps;
    await create(
      {
        workflowId: 'x',
        summary: hostileText,
        description: hostileText,
        steps: [{ ...step, description: hostileText }],
      },
      true,
    );
    for (const path of ['', '/use-cases', '/use-cases/x']) {
      const { text } = await browser.open(`${PORTAL}${path}`);
      expect(text).not.toMatch(/<script|<img[^>]*onerror|href="javascript/i);
    }
  });
});

describe('skills of the portal', () => {
  it('the index lists the public use cases with the digests of their skills', async () => {
    const { browser } = await open();
    const { status, text, headers } = await browser.open(`${SKILLS}/index.json`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { $schema, skills } = JSON.parse(text) as SkillIndex;
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json');
    expect(skills.map(({ name, type }) => [name, type])).toEqual([['adopt-a-pet', 'skill-md']]);
    for (const { name, description, url, digest } of skills) {
      const target = new URL(url, `http://localhost${SKILLS}/index.json`).pathname;
      const skill = await browser.open(target);
      expect(skill.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(digest).toBe(`sha256:${createHash('sha256').update(skill.text).digest('hex')}`);
      expect(skill.text).toContain(`name: ${name}\ndescription: ${JSON.stringify(description)}\n`);
    }
  });

  it('skills of use cases for members, of unpublished portals and with other names do not exist', async () => {
    const { browser, sendRequest } = await open();
    for (const name of ['sell-a-pet', 'none']) {
      expect((await browser.open(`${SKILLS}/${name}/SKILL.md`)).status).toBe(404);
    }
    await sendRequest('PUT', projectPath('/docs/settings'), { json: { published: false } });
    for (const name of ['index.json', 'adopt-a-pet/SKILL.md']) {
      expect((await browser.open(`${SKILLS}/${name}`)).status).toBe(404);
    }
  });
});
