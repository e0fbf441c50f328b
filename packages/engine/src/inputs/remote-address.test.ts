import { describe, expect, it } from 'vitest';
import { formatRemote, isAddressProblem, parseRemote } from './remote-address.ts';

describe('parseRemote', () => {
  it.each([
    ['origin', 'name', 'the remote origin'],
    ['my.fork-2', 'name', 'the remote my.fork-2'],
    ['/srv/git/state.git', 'path', '/srv/git/state.git'],
    ['../state.git', 'path', '../state.git'],
    ['./state', 'path', './state'],
    ['.', 'path', '.'],
    ['C:\\state.git', 'path', 'C:\\state.git'],
    ['file:///srv/git/state.git', 'path', '/srv/git/state.git'],
    ['git@gitlab.example.com:docs/state.git', 'ssh', 'git@gitlab.example.com:docs/state.git'],
    ['gitlab.example.com:docs/state.git', 'ssh', 'gitlab.example.com:docs/state.git'],
    ['git@[::1]:state.git', 'ssh', 'git@[::1]:state.git'],
    ['ssh://git@example.com:2222/docs/state.git', 'ssh', 'ssh://git@example.com:2222/docs/state.git'],
    ['https://example.com/docs/state.git', 'http', 'https://example.com/docs/state.git'],
    ['https://robot:secret@example.com/state.git', 'http', 'https://example.com/state.git'],
    ['https://ghp_secret@example.com/state.git', 'http', 'https://example.com/state.git'],
    ['http://127.0.0.1:3000/state.git', 'http', 'http://127.0.0.1:3000/state.git'],
  ])('parseRemote parses %s, and the result has the kind %s and is formatted as %s', (text, kind, shownAddress) => {
    const parsed = parseRemote(text);
    expect(parsed).toMatchObject({ kind });
    expect(isAddressProblem(parsed) ? '' : formatRemote(parsed)).toBe(shownAddress);
  });

  it.each([
    ['--upload-pack=touch /tmp/x'],
    ['-origin'],
    ['ext::sh -c touch% /tmp/x'],
    ['fd::17'],
    ['https::https://example.com/state.git'],
    ['git://example.com/state.git'],
    ['ftp://example.com/state.git'],
    ['http://example.com/state.git'],
    ['ssh://-oProxyCommand=touch/x'],
    ['ssh://%2doProxyCommand=touch/x'],
    ['ssh://git:secret@example.com/state.git'],
    ['-oProxyCommand=touch:x'],
    ['git@-oProxyCommand:x'],
    ['example.com:-x'],
    ['file://server/share/state.git'],
    ['https://'],
    ['https://example.com/state\n.git'],
    ['ori\u0000gin'],
    ['two words'],
    ['docs/state.git'],
    [''],
  ])('parseRemote rejects %j and quotes neither secrets nor commands', (text) => {
    const parsedRemote = parseRemote(text);
    if (!isAddressProblem(parsedRemote)) throw new Error(`taken as ${parsedRemote.kind}`);
    expect(parsedRemote.fix).toMatch(/\w/);
    expect(JSON.stringify(parsedRemote)).not.toMatch(/secret|touch/);
  });

  it('parseRemote removes user and password from the URL and returns them separately', () => {
    expect(parseRemote('https://ro%40bot:p%40ss%2F@example.com/state.git')).toEqual({
      kind: 'http',
      url: new URL('https://example.com/state.git'),
      credentials: { user: 'ro@bot', password: 'p@ss/' },
    });
  });
});
