import { describe, expect, it } from 'vitest';
import { createSite } from '../site.fixture.ts';

const PAGE = 'web/src/content/docs/guide.mdx';
const FILES = {
  'web/astro.config.mjs':
    "import starlight from '@astrojs/starlight';\nexport default { integrations: [starlight()] };",
  'web/src/components/note.md': 'A note.',
  [PAGE]: '# Guide',
};

describe('files included in Starlight', () => {
  it.each(['@/components/note.md', '~/components/note.md', '../../components/note.md'])(
    'the include %s of a Starlight page is resolved',
    (target) => {
      expect(createSite(FILES).include(PAGE, target)).toEqual({ path: 'web/src/components/note.md', text: 'A note.' });
    },
  );
});
