import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SyncedSite } from '../../sandbox/synced-site.ts';

const BLOB = 'https://github.com/octo-org/api/blob/main';

type Files = Readonly<Record<string, string>>;

/** Returns the files of a real site by their paths in the repository of the site. */
function getFiles(name: string): Files {
  const folder = join(import.meta.dirname, 'fixtures', name);
  const entries = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

/** Returns the file with one string replaced. The file must contain the string. */
function edit(files: Files, path: string, from: string, to: string): Files {
  const text = files[path] ?? '';
  expect(text).toContain(from);
  return { [path]: text.replaceAll(from, to) };
}

/** Returns the changes that move a file to another path. */
function move(files: Files, from: string, to: string): Record<string, string | null> {
  return { [from]: null, [to]: files[from] ?? '' };
}

/** Syncs a site, applies the given edits to it one after another, and stops its processes. */
async function runWithSite(files: Files, docs: string, history: (site: SyncedSite) => Promise<void>): Promise<void> {
  const site = await SyncedSite.create(files, { docs });
  try {
    expect(await site.sync()).toMatchObject({ exitCode: 0, stderr: '' });
    await history(site);
  } finally {
    await site.sandbox.cleanup.close();
  }
}

// Each push is compared with a fresh sync of the same commit.
describe.concurrent('pushes to real documentation sites', () => {
  it('changed links, includes, attributes and navigation of an Antora site have the same result as a fresh sync', async () => {
    const files = getFiles('antora-log4j');
    const root = 'src/site/antora/modules/ROOT';
    const page = (name: string) => `${root}/pages/${name}.adoc`;
    await runWithSite(files, 'src/site/antora', async (site) => {
      expect(await site.getContent('Event Logger')).toContain(`[marker](${BLOB}/${page('manual/markers')})`);
      expect(await site.getContent('Levels › Implementation support › JUL (java.util.logging)')).toContain(
        '[Log4j-to-JUL bridge]',
      );

      const first = await site.push({
        ...move(files, page('manual/markers'), page('manual/marker-objects')),
        ...edit(files, page('log4j-to-jul'), '= Log4j-to-JUL bridge', '= JUL bridge'),
      });
      expect(first.stdout).toContain('page manual/markers.adoc does not exist');
      expect(await site.getContent('Event Logger')).toContain('`EVENT` marker, and');

      await site.push({
        ...edit(files, `${root}/examples/manual/customloglevels/LevelExample.java`, 'LOGGER', 'LOG'),
        ...edit(files, `${root}/partials/manual/levels-log4j-to-jul.adoc`, 'FINER', 'FINEST'),
        ...edit(files, page('manual/flowtracing'), '[#example-log4j]', '[#core-example]'),
      });
      expect(await site.getContent('JUL bridge')).toContain('FINEST');

      await site.push({
        [page('manual/customloglevels')]: null,
        ...edit(files, `${root}/nav.adoc`, 'xref:manual/markers.adoc[]', 'xref:manual/marker-objects.adoc[Marks]'),
      });
      expect(await site.getContent('Event Logger')).toContain('sets the level to `OFF`');

      await site.push(
        edit(files, 'src/site/antora/antora.yml', 'https://logback.qos.ch', 'https://logback.example.org'),
      );
      expect(await site.getContent('Flow Tracing › Example configuration › Logback')).toContain(
        '[Logback](https://logback.example.org)',
      );
    });
  });

  it('changed labels, terms, titles and includes of a Sphinx site have the same result as a fresh sync', async () => {
    const files = getFiles('sphinx-packaging');
    await runWithSite(files, 'source', async (site) => {
      expect(await site.getContent('Using TestPyPI')).toContain(`${BLOB}/source/specifications/pypirc.rst#pypirc`);
      expect(await site.getContent('build-details.json')).toContain('[build-details.json v1.0]');

      await site.push({
        ...move(files, 'source/specifications/pypirc.rst', 'source/specifications/config/pypirc.rst'),
        ...edit(
          files,
          'source/specifications/build-details/v1.0.rst',
          '``build-details.json`` v1.0',
          'Build details, v1.0',
        ),
      });
      expect(await site.getContent('Using TestPyPI')).toContain(
        `${BLOB}/source/specifications/config/pypirc.rst#pypirc`,
      );
      expect(await site.getContent('build-details.json')).toContain('[Build details, v1.0]');

      const example = 'source/specifications/build-details/examples/build-details-v1.0.json';
      await site.push({
        ...edit(files, example, '"implementation"', '"implemented_by"'),
        ...edit(files, 'source/shared/build-backend-tabs.rst', 'Hatchling', 'Hatch'),
        ...edit(files, 'source/guides/using-testpypi.rst', '_using-test-pypi:', '_test-index:'),
      });
      expect(await site.getContent('Build details, v1.0')).toContain('implemented_by');
      expect(await site.getContent('The .pypirc file › Common configurations')).toContain('For TestPyPI, add');

      const thirdResult = await site.push({
        'source/contribute.rst': null,
        ...edit(files, 'source/index.rst', '   specifications/index\n', ''),
      });
      expect(thirdResult.stdout).toContain('document source/contribute does not exist');

      await site.push(edit(files, 'source/glossary.rst', 'Python Package Index (PyPI)', 'The Index'));
      expect(await site.getContent('Using TestPyPI')).toContain('instance of the Python Package Index (PyPI)');
    });
  });

  it('changed links, anchors, included code and configuration of an MkDocs site have the same result as a fresh sync', async () => {
    const files = getFiles('mkdocs-fastapi');
    const page = (name: string) => `docs/en/docs/${name}.md`;
    await runWithSite(files, 'docs/en/docs', async (site) => {
      expect(await site.getContent('Response Headers › Custom Headers')).toContain(`${BLOB}/${page('tutorial/cors')}`);

      const first = await site.push({
        ...move(files, page('tutorial/cors'), page('tutorial/origins')),
        ...edit(files, page('tutorial/encoder'), '# JSON Compatible Encoder', '# Encoder'),
      });
      expect(first.stdout).toContain(`${page('tutorial/cors')} does not exist`);

      const second = await site.push({
        ...edit(files, 'docs_src/response_headers/tutorial002_py310.py', 'alone in the world', 'in company'),
        ...edit(files, page('tutorial/path-operation-configuration'), '{ #tags }', '{ #labels }'),
      });
      expect(second.stdout).toContain(`${page('tutorial/path-operation-configuration')} has no anchor "tags"`);
      expect(await site.getContent('Response Headers › Use a Response parameter')).toContain('in company');

      await site.push({ [page('advanced/response-directly')]: null });
      expect(await site.getContent('Response Cookies › Return a Response directly')).toContain(
        'as described in Return a Response Directly.',
      );

      await site.push(
        edit(files, 'docs/en/mkdocs.yml', '    - tutorial/cors.md\n', '    - Origins: tutorial/origins.md\n'),
      );
    });
  });
});
