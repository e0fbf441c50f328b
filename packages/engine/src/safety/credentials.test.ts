import { expect, it } from 'vitest';
import { findCredentials } from './credentials.ts';

// The tokens are assembled here, because this repository must not contain likely credentials.
const GITHUB = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
const SLACK = `xoxb-${'123456789012-1234567890123-abcdefghijklmnopqrstuvwx'}`;
const STRIPE = `sk_live_${'51H8abcdefghijklmnopqrstu'}`;

it.each([
  ['a GitHub token', `Use \`${GITHUB}\` here.`, true],
  ['a Slack token', `SLACK_TOKEN=${SLACK}`, true],
  ['a Stripe key', `key: ${STRIPE}`, true],
  ['a URL with a password', 'https://admin:hunter2hunter2@db.example.com/', false],
])('findCredentials reports %s without quoting it', async (_name, text, sure) => {
  const page = `# Page\n\n${text}\n`;
  const foundCredentials = await findCredentials('a.md', page);
  const place = { start: expect.any(Number), end: expect.any(Number) };
  expect(foundCredentials).toEqual([{ looksLike: expect.stringMatching(/ credential$/), ...place, sure }]);
  expect(text).toContain(page.slice(foundCredentials[0]?.start, foundCredentials[0]?.end));
  const secrets = [GITHUB, SLACK, STRIPE, 'hunter2'];
  expect(secrets.filter((secret) => JSON.stringify(foundCredentials).includes(secret))).toEqual([]);
});

it.each(['Authorization: Bearer <token>', 'api-key: ${{ secrets.KEY }}', 'ghp_xxx', 'A git hash: 29b008d3f1c9'])(
  'findCredentials reports nothing in %j',
  async (text) => {
    expect(await findCredentials('a.md', text)).toEqual([]);
  },
);

it('findCredentials leaves no performance marks behind', async () => {
  performance.clearMarks();
  for (let index = 0; index < 20; index += 1) await findCredentials(`${index}.md`, `# Page ${index}\n`);
  expect(performance.getEntriesByType('mark')).toEqual([]);
});
