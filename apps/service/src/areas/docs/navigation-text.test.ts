import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNavigation, parseNavigation } from './navigation-text.ts';
import type { PortalEntry } from './store.ts';

const title = fc
  .string({
    minLength: 1,
    maxLength: 20,
    unit: fc.constantFrom('a', 'é', '日', ' ', '[', ']', '\\', '(', ')', '-', '*'),
  })
  .map((text) => text.trim().replaceAll(/\s+/g, ' '))
  .filter((text) => text !== '');
const path = fc.constantFrom('start', 'guides/errors', 'a/b-c/d');
const { entries } = fc.letrec<{ entries: PortalEntry[] }>((tie) => ({
  entries: fc.array(
    fc.oneof(
      fc.record({ title, path }),
      fc.record({ title }),
      fc.record({ title, path, items: tie('entries').filter((items) => items.length > 0) }),
    ),
    { maxLength: 4 },
  ),
}));

describe('the text of a navigation', () => {
  it('every navigation is the same after it was formatted and parsed', () => {
    fc.assert(
      fc.property(entries, (list) => {
        expect(parseNavigation(formatNavigation(list))).toEqual({ entries: list });
      }),
    );
  });

  it('a list of Markdown links with tabs, blank lines and asterisks is a navigation', () => {
    expect(parseNavigation('* [Start](start)\r\n\r\n* Guides\r\n\t* [Errors [all\\]](guides/errors)\r\n')).toEqual({
      entries: [
        { title: 'Start', path: 'start' },
        { title: 'Guides', items: [{ title: 'Errors [all]', path: 'guides/errors' }] },
      ],
    });
    expect(parseNavigation(' \n\n')).toEqual({ entries: [] });
  });

  it.each([
    ['Start', 'must be "- [Title](path)" or "- Title" (got "Start")'],
    ['- [Start](start.html "x")', 'must be "- [Title](path)" or "- Title"'],
    ['- [Start](https://example.com)', 'has a path that'],
    ['- [Start](../start)', 'has a path that'],
    ['  - [Start](start)', 'must be indented by 2 spaces'],
    ['- A\n   - [Start](start)', 'must be indented by 2 spaces'],
  ])('the line %j is refused with its number and the rule', (text, message) => {
    const parsed = parseNavigation(text);
    const number = text.split('\n').length;
    expect(parsed).toEqual({ errors: [expect.stringContaining(`Line ${number} ${message}`)] });
  });

  it('reports at most ten lines', () => {
    const parsed = parseNavigation('wrong\n'.repeat(50));
    expect('errors' in parsed && parsed.errors.length).toBe(10);
  });
});
