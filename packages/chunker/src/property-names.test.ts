import { indexSite } from '@context-sync/site';
import { expect, it } from 'vitest';
import { chunk } from './chunk.ts';

const ADDRESS = { repositoryUrl: 'https://github.com/octo/api/blob/main/', root: 'docs' };

/** The documents of a site that uses the name for headings, labels, anchors, files, front matter and references in several formats. */
function createDocuments(name: string): Map<string, string> {
  return new Map([
    [
      'docs/page.md',
      `---\ntitle: ${name} page\n${name}: value\n---\n\n# ${name}\n\nSee [it](${name}.md), [part](${name}.md#${name.toLowerCase()}), [a][${name}] and \`${name}\`.\n\n[${name}]: https://a.b/${name}\n\n## ${name}\n\n:::${name}\ntext\n:::\n\n<${name} ${name}="x">y</${name}>\n\n{{< ${name} ${name}="z" >}}\n\n## ${name}\n\nmore[^${name}]\n\n[^${name}]: note\n`,
    ],
    [`docs/${name}.md`, `# The ${name}\n\ntext\n\n## ${name}\n\nend\n`],
    [
      'docs/page.rst',
      `.. _${name}:\n\n${name} title\n${'='.repeat(name.length + 6)}\n\n:ref:\`${name}\` |${name}| and ${name}_.\n\n.. |${name}| replace:: words\n.. _${name}: https://a.b/c\n\n.. py:function:: ${name}(a)\n\n   text\n\n.. ${name}:: a\n\n   text\n`,
    ],
    [
      'docs/page.adoc',
      `= ${name}\n:${name}: value\n\n[#${name}]\n== ${name}\n\n{${name}} and <<${name}>>.\n\n[${name}]\n----\ncode\n----\n`,
    ],
    [
      'docs/page.html',
      `<html><body><main><h1 id="${name}">${name}</h1><p><a href="#${name}">a</a></p></main></body></html>`,
    ],
    [
      'docs/api.yaml',
      `openapi: 3.0.0\ninfo: {title: ${name}, version: '1'}\npaths:\n  /${name}:\n    get:\n      operationId: ${name}\n      responses:\n        '200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/${name}'}}}}\ncomponents:\n  schemas:\n    ${name}: {type: object, properties: {${name}: {type: string}}}\n`,
    ],
  ]);
}

/** Returns the items and warnings of all documents as text, in which the name is replaced by a mark. */
function describeChunks(name: string): string {
  const texts = createDocuments(name);
  const site = indexSite({ paths: new Set(texts.keys()), read: (path) => texts.get(path), address: ADDRESS });
  const chunks = [...texts].map(([path, text]) => {
    const { items, warnings } = chunk({ path, text }, { address: ADDRESS, site });
    return {
      path,
      items: items.map(({ key, title, content }) => ({ key, title, content })),
      warnings: warnings.map(({ line, message }) => ({ line, message })),
    };
  });
  // Titles contain the name without the marks of emphasis.
  return [name, name.replaceAll('_', '')].reduce(
    (text, form) => text.replaceAll(form, 'NAME').replaceAll(form.toLowerCase(), 'name'),
    JSON.stringify(chunks, undefined, 1),
  );
}

/** Returns a name of the same form that is not a property of any object. */
function createOrdinaryName(name: string): string {
  return name.replaceAll(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? 'q' : 'Q'));
}

it.each(Object.getOwnPropertyNames(Object.prototype))('treats the name %s like any other name', (name) => {
  expect(describeChunks(name)).toBe(describeChunks(createOrdinaryName(name)));
});
