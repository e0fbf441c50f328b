import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from './commands/command-table.ts';
import { parseCommandLine } from './options/parse-command-line.ts';

const FOLDER = new URL('../../../examples/ci/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const CALL = /(?:npx --yes @context-sync\/cli@(\d+)|entry: context-sync) ([^\n#']*)/g;

describe.each(readdirSync(FOLDER))('the template %s', (name) => {
  const text = readFileSync(new URL(name, FOLDER), 'utf8');

  it('the CI template uses only existing commands and options of the current major version', () => {
    const calls = [...text.matchAll(CALL)];
    expect(calls.length).toBeGreaterThan(0);
    for (const [, major, line = ''] of calls) {
      if (major !== undefined) expect(major).toBe(version.split('.')[0]);
      // Each variable or substitution is a single argument.
      const args = line
        .trim()
        .replaceAll(/"\$\([^\n]*\)"|"[^"\n]*"/g, 'VALUE')
        .split(' ');
      expect(parseCommandLine(args, COMMANDS)).toMatchObject({ kind: 'run' });
    }
  });

  it.skipIf(name === 'Jenkinsfile')('the CI template is valid YAML without duplicate keys', () => {
    expect(parse(text, { strict: true, uniqueKeys: true })).toEqual(expect.any(Object));
  });

  it('the CI template contains no API key, only the name of the variable', () => {
    expect(text).not.toMatch(/API_KEY["']?\s*[:=]\s*["']?(?!\$|credentials)\w/);
  });
});
