import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Variables that a shell or a CI system sets. */
const PREDEFINED = new Set(['PATH', 'PWD', 'HOME', 'USER']);

/** Returns the variables that the shell code blocks of a page use before the page sets them. */
function listUndefined(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const definedNames = new Set(PREDEFINED);
  const missingVariables: string[] = [];
  for (const [, code = ''] of text.matchAll(/^ *```(?:sh|bash)\n([\s\S]*?)^ *```$/gm)) {
    // Text in single quotes, which can have several lines, is not expanded. A comment can contain an apostrophe.
    for (const line of code.replaceAll(/^ *# .*|'[^']*'/gm, '').split('\n')) {
      for (const [, name = ''] of line.matchAll(/\$\{?([A-Za-z_]\w*)/g))
        if (!definedNames.has(name)) missingVariables.push(name);
      for (const [, name = ''] of line.matchAll(/(?:^|\s|export )([A-Za-z_]\w*)=/g)) definedNames.add(name);
    }
  }
  return missingVariables;
}

const pages = globSync(['README.md', 'SECURITY.md', 'docs/**/*.md'], { cwd: ROOT });

it.each(pages)('the shell commands of %s use only variables that the page sets before', (page) => {
  expect(listUndefined(page)).toEqual([]);
});

it('the documentation contains shell commands with variables', () => {
  const commands = pages.flatMap((page) => readFileSync(join(ROOT, page), 'utf8').match(/"\$URL\//g) ?? []);
  expect(commands.length).toBeGreaterThan(10);
});
