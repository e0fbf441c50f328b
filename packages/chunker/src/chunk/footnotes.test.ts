import { createSeededRandom } from '@context-sync/reading/seeded';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';

const LONG = 'word '.repeat(60).trim();
/** Text that is long enough to become a separate item. */
const OWN = 'Some words that are enough for an item of its own, with a few more of them in it.';
const contents = (text: string) =>
  chunk({ path: 'a.md', text }, { targetSize: 200 }).items.map(({ content }) => content);

describe('footnotes', () => {
  it('copies a footnote to every item that refers to it', () => {
    const items = contents(
      `# T\n\n## A\n\na[^1] b[^n] c[^1]. ${LONG}\n\n## B\n\n${LONG}\n\n## C\n\nd[^n]. ${LONG}\n\n[^1]: One,\n  and more.\n[^n]: See [x](y.md).`,
    );
    expect(items).toEqual([
      `T › A\n\n## A\n\na[^1] b[^n] c[^1]. ${LONG}\n\n[^1]: One,\n  and more.\n\n[^n]: See [x](y.md).`,
      `T › B\n\n## B\n\n${LONG}`,
      `T › C\n\n## C\n\nd[^n]. ${LONG}\n\n[^n]: See [x](y.md).`,
    ]);
  });

  it('removes a footnote from a text that does not refer to it', () => {
    const end = `## B\n\n${OWN} b[^2]\n\n[^1]: One.\n[^2]: Two.\n\n[^3]: Three.`;
    expect(contents(`# T\n\n## A\n\na[^1] [^3]. ${LONG}\n\n${end}`)).toEqual([
      `T › A\n\n## A\n\na[^1] [^3]. ${LONG}\n\n[^1]: One.\n\n[^3]: Three.`,
      `T › B\n\n## B\n\n${OWN} b[^2]\n\n[^1]: One.\n[^2]: Two.`,
    ]);
  });

  it('removes an indented footnote from a text that does not refer to it', () => {
    const end = `## B\n\n${OWN}\n\n  [^1]:\n    One,\n    and more.\n\n  [^2]:\n    Two.\n\n## C\n\n${OWN}`;
    expect(contents(`# T\n\n## A\n\na[^1] [^2]. ${LONG}\n\n${end}`)[1]).toBe(`T › B\n\n## B\n\n${OWN}`);
  });

  it('keeps a footnote with the footnote that refers to it, if no text refers to it', () => {
    expect(
      contents(`# T\n\n## A\n\na[^1]. ${LONG}\n\n## B\n\n${LONG}\n\n[^1]: See [^2].\n\n[^2]: Two.`).at(-1),
    ).toContain('[^2]: Two.');
  });

  it('keeps a footnote if a text starts with a reference to it', () => {
    expect(contents('# T\n\n[^1] and [^1].\n\n[^1]: One.')).toEqual(['T\n\n# T\n\n[^1] and [^1].\n\n[^1]: One.']);
    const [first, second] = contents(`# T\n\n## A\n\n[^1] ${LONG}\n\n## B\n\n[^1] ${LONG}\n\n[^1]: One.`);
    expect([first, second]).toEqual([
      `T › A\n\n## A\n\n[^1] ${LONG}\n\n[^1]: One.`,
      `T › B\n\n## B\n\n[^1] ${LONG}\n\n[^1]: One.`,
    ]);
  });

  it('keeps a footnote in place if nothing refers to it', () => {
    expect(contents(`# T\n\n## A\n\na[^1]. ${LONG}\n\n[^1]: One.\n\n[^2]: Two.`).join('\n')).toContain('[^2]: Two.');
  });

  it.each([
    ['is not defined', `a[^1]. ${LONG}\n\n## B\n\n${LONG}`],
    ['is longer than the text that refers to it', `a[^1]. ${LONG}\n\n## B\n\n${LONG}\n\n[^1]: ${'x '.repeat(600)}`],
    ['is inside code', `a[^1]. ${LONG}\n\n## B\n\n${LONG}\n\n    [^1]: b`],
  ])('does not repeat a footnote if it %s', (_name, text) => {
    expect(contents(`# T\n\n## A\n\n${text}`)[0]).toBe(`T › A\n\n## A\n\na[^1]. ${LONG}`);
  });

  it('omits a footnote if the item would exceed the size cap', () => {
    const rows = Array.from({ length: 170 }, (_, at) => `| ${at}[^1] | ${'x'.repeat(30)} |`).join('\n');
    const [table] = contents(
      `# T\n\n| a | b |\n| --- | --- |\n${rows}\n\n## B\n\n${LONG}\n\n[^1]: ${'y '.repeat(450)}`,
    );
    expect(table?.length).toBeLessThanOrEqual(8_000);
    expect(table).not.toContain('[^1]:');
  });

  it('keeps every word, and includes a footnote in every item that refers to the footnote', () => {
    for (let seed = 1; seed <= selectByTier(40, 200); seed += 1) {
      const random = createSeededRandom(seed);
      let word = 0;
      const next = () => {
        word += 1;
        return `w${word}`;
      };
      const words = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, next).join(' ');
      const block = () => {
        const label = Math.floor(random() * 6);
        return [
          () => `## ${words(3)}`,
          () => `${words(30)}[^${label}] ${words(20)}[^${5 - label}].`,
          () => `- ${words(9)}[^${label}]\n- ${words(9)}`,
          () => `[^${label}]: ${words(20)}`,
          () => `[^${label}]: ${words(5)}\n[^${5 - label}]: ${words(5)}\n\n    ${words(5)}`,
          () => `[^${label}] ${words(60)}`,
        ][Math.floor(random() * 6)]?.();
      };
      const text = `# T\n\n${words(9)}\n\n${Array.from({ length: 25 }, block).join('\n\n')}\n\n${words(3)}`;
      const items = contents(text);
      const all = items.join('\n');
      expect((text.match(/w\d+/g) ?? []).filter((each) => !new RegExp(`\\b${each}\\b`).test(all))).toEqual([]);
      for (const item of items)
        for (const [, label] of item.matchAll(/\[\^(\d)\](?!:)/g))
          expect(item.includes(`[^${label}]:`)).toBe(new RegExp(`^\\[\\^${label}\\]:`, 'm').test(text));
    }
  });
});
