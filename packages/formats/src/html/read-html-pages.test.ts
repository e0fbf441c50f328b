import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readHtml } from './read-html.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8');
}

describe('readHtml', () => {
  it.each([
    ['Sphinx', 'sphinx', 'Queues'],
    ['a site generator', 'site-generator', 'Webhooks'],
    ['Doxygen', 'doxygen', 'relay_queue Struct Reference'],
    ['Asciidoctor', 'asciidoctor', 'Relay Manual'],
    ['an author who wrote it by hand', 'old', 'Relay FAQ'],
  ])('reads an HTML page from %s', (_, name, title) => {
    const html = fixture(`${name}.html`);
    const reading = readHtml(html);
    expect(`${reading.markdown}\n`).toBe(fixture(`${name}.md`));
    expect(reading.title).toBe(title);
    expect(reading.skipped).toBeUndefined();
    expect(reading.warnings).toEqual([]);
    const lines = reading.lines ?? [];
    expect(lines).toHaveLength(reading.markdown.split('\n').length);
    expect(lines.every((line, index) => line >= (lines[index - 1] ?? 1))).toBe(true);
    expect(lines.at(-1)).toBeLessThanOrEqual(html.split('\n').length);
  });
});
