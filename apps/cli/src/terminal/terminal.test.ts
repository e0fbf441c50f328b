import { Cleanup, GitRepository } from '@context-sync/testkit';
import { expect, it } from 'vitest';
import { DOCS, runIn } from '../command.fixture.ts';
import { STYLE_SEQUENCE } from './style.ts';
import { hasColors } from './terminal.ts';

it.each<[boolean, NodeJS.ProcessEnv, boolean]>([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('hasColors of a terminal (%s) with the variables %j is %s', (isTTY, env, expected) => {
  expect(hasColors({ isTTY }, env)).toBe(expected);
});

it('a document cannot send control sequences to the terminal', async () => {
  const cleanup = new Cleanup();
  const repository = await GitRepository.create(cleanup);
  const text = '# Title\u001b[2J\n\nText \u001b]0;owned\u0007 and \u202e reversed.\n';
  await repository.commit('Write', { ...DOCS, 'docs/evil.md': text });
  for (const isTerminal of [false, true]) {
    const { output } = await runIn(repository.path, ['items', 'docs/evil.md'], {}, isTerminal);
    expect(output).toContain('Text [U+001B]]0;owned[U+0007] and [U+202E] reversed.');
    expect(
      output
        .split(STYLE_SEQUENCE)
        .filter((part) => !STYLE_SEQUENCE.test(part))
        .join(''),
    ).not.toMatch(/[\p{Cf}]|(?=\p{Cc})[^\n]/u);
    expect(output.includes('\u001b[1m')).toBe(isTerminal);
  }
  await cleanup.close();
});
