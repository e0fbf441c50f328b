import { describe, expect, it } from 'vitest';
import { signInWithKey } from '../../testing/browser.fixture.ts';
import { BOB, OWN_PROJECT, openService, projectPath } from '../../testing/service.fixture.ts';
import { REPORT } from './operations.fixture.ts';
import { createReport } from './report.fixture.ts';

const INBOX = `/projects/${OWN_PROJECT}/feedback`;

async function openInbox() {
  const service = await openService();
  const signIn = (key: string) => signInWithKey(service.app, key);
  return { ...service, signIn, ann: await signIn(service.keys.ann) };
}

describe('the inbox of feedback', () => {
  it('the inbox of feedback is empty at first, lists reports by status and subject, and can change status and note', async () => {
    const { ann, sendRequest } = await openInbox();
    expect((await ann.open(INBOX)).text).toContain('No feedback yet');
    const { body } = await sendRequest<{ id: string }>('POST', projectPath('/feedback'), { json: REPORT });
    const inbox = await ann.open(INBOX);
    for (const text of ['Open (1)', 'About operation createPet', REPORT.detail]) expect(inbox.text).toContain(text);
    const page = await ann.open(`${INBOX}/${body.id}`);
    for (const text of ['not verified', REPORT.task, REPORT.suggestion, 'Pet assistant 1.2.0'])
      expect(page.text).toContain(text);
    const action = `${INBOX}/${body.id}`;
    const savedPage = await ann.send(page, { action, fields: { status: 'resolved', note: 'Added <b>' } });
    expect([savedPage.status, savedPage.location]).toEqual([303, `${action}?done=saved`]);
    expect((await ann.open(savedPage.location ?? '')).text).toContain('Added &lt;b&gt;');
    expect((await ann.open(INBOX)).text).toContain('No feedback has this status');
    expect((await ann.open(`${INBOX}?status=resolved`)).text).toContain(REPORT.detail);
    const tooLong = await ann.send(page, { action, fields: { note: 'x'.repeat(4_001) } });
    expect([tooLong.status, tooLong.text.includes('at most 4000 characters')]).toEqual([422, true]);
    const audit = await sendRequest<{ entries: { action: string; outcome: string }[] }>('GET', projectPath('/audit'));
    expect(audit.body.entries.filter(({ action: each }) => each === 'feedback.update')).toMatchObject([
      { outcome: 'succeeded' },
    ]);
  });

  it('only members of the project see the inbox of feedback', async () => {
    const { signIn, keys, store, sendRequest } = await openInbox();
    const { body } = await sendRequest<{ id: string }>('POST', projectPath('/feedback'), { json: REPORT });
    const bob = await signIn(keys.bob);
    for (const path of [INBOX, `${INBOX}/${body.id}`]) expect((await bob.open(path)).status).toBe(404);
    await store.accounts.addMember(OWN_PROJECT, BOB);
    expect((await bob.open(`${INBOX}/${body.id}`)).status).toBe(200);
    expect((await bob.open(`${INBOX}/fb_0`)).status).toBe(404);
  });

  it('the inbox shows 1,000 hostile reports as text, and they change no page', async () => {
    const { ann, store, projectId } = await openInbox();
    const id = await projectId();
    const payloads = [
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      "'-alert(1)-'",
      '</a></table></main><form action="https://evil.example"><input name=x>',
      '<svg/onload=alert(1)>',
      '[click](javascript:alert(1)) ![x](https://evil.example/x.png)',
      '{{constructor.constructor("alert(1)")()}}',
      '&lt;script&gt; &#60;b&#62; <!-- --> ]]>',
      '<style>*{display:none}</style>',
      '<meta http-equiv=refresh content="0;url=https://evil.example">',
    ];
    await store.transaction(async ({ feedback }) => {
      for (let n = 0; n < 1_000; n += 1) {
        const text = `${payloads[n % payloads.length]} ${n}`;
        await feedback.report(
          id,
          createReport({
            reporter: `usr_${n}`,
            detail: text,
            task: text,
            suggestion: text,
            about: { type: 'page', ref: text },
            agent: { name: text, version: text },
          }),
          { perDay: 1_000 },
        );
      }
    });
    const [plain] = (await store.feedback.list(id, {}, { limit: 1 })).items;
    const tagsOf = (html: string) =>
      [...html.matchAll(/<\/?([a-z][\w-]*)/gi)].map(([, name = '']) => name.toLowerCase());
    let path: string | undefined = INBOX;
    let seenCount = 0;
    while (path !== undefined) {
      const page = await ann.open(path);
      expect(page.status).toBe(200);
      seenCount += page.text.match(/class="reported" href=/g)?.length ?? 0;
      const tags = new Set(tagsOf(page.text));
      for (const tag of ['img', 'style', 'iframe']) expect(tags).not.toContain(tag);
      expect(page.text.match(/<script/g) ?? []).toEqual([]);
      expect(page.text).not.toMatch(/<(?:form|meta|svg)[^>]*(?:evil|onload|refresh)/);
      path = /href="([^"]*cursor=[^"]*)"[^>]*>Next/.exec(page.text.replaceAll('&amp;', '&'))?.[1];
    }
    expect(seenCount).toBe(1_000);
    const detail = await ann.open(`${INBOX}/${plain?.id}`);
    expect(detail.text).not.toMatch(/<(?:script|img|style)/);
  });
});
