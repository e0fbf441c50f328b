import { describe, expect, it } from 'vitest';
import { chunk } from '../chunk.ts';

describe('terms of definition lists', () => {
  it('keeps a term with its definition, even if the term is a comment of Material for MkDocs', () => {
    const definition = (n: number) =>
      `<!-- md:option consent.part${n} -->\n\n:   <!-- md:default none -->\n    This property sets the part ${n} of the cookie consent, is rendered below the title, and may include HTML.`;
    const text = `# T\n\n${[1, 2, 3, 4].map(definition).join('\n\n')}\n`;
    const { items } = chunk({ path: 'a.md', text }, { targetSize: 200 });
    expect(items.length).toBeGreaterThan(1);
    for (const { content } of items)
      expect(content.match(/`consent\.part\d`\n\n:/g)?.length).toBe(content.match(/^:/gm)?.length);
  });
});
