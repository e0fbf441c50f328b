import { describe, expect, it } from 'vitest';
import { createProject, EMAIL } from '../../cli.fixture.ts';
import { hashSecret } from '../../platform/access/secrets.ts';

describe('invite', () => {
  it('the command invite prints a link, and the database stores only the hash of the link', async () => {
    const { must, open } = await createProject();
    const [link = ''] = await must(
      'invite',
      'octo-api',
      'new@example.com',
      '--role',
      'owner',
      '--public-url',
      'https://sync.example.com/',
    );
    expect(link).toMatch(/^https:\/\/sync\.example\.com\/invites\/[\w-]{43}$/);
    const store = open();
    const invite = await store.invites.find(hashSecret(link.split('/').at(-1) ?? ''));
    expect(invite).toMatchObject({ email: 'new@example.com', role: 'owner', state: 'pending', invitedBy: null });
    await store.close();
  });

  it.each([
    [['invite', 'octo-api', EMAIL], 1, 'is already a member of project "octo-api"'],
    [['invite', 'octo-api', 'nobody'], 1, '"nobody" is not an email address'],
    [['invite', 'nowhere', 'new@example.com'], 1, 'there is no project "nowhere"'],
    [['invite', 'octo-api', 'new@example.com', '--role', 'admin'], 2, 'Allowed choices are owner, member'],
    [['invite', 'octo-api', 'new@example.com', '--public-url', 'example.com'], 2, '--public-url must be a URL'],
  ] as const)('the command invite rejects %j', async (args, status, message) => {
    const { run, file } = await createProject();
    const { code, errors } = await run([...args, '--database', file]);
    expect([code, errors.join('\n')]).toEqual([status, expect.stringContaining(message)]);
  });
});
