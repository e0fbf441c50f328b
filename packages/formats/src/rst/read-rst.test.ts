import type { Site } from '@context-sync/reading';
import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { readRst } from './read-rst.ts';

const PAGE_EXTENSION = `:orphan:

.. _sending:

===========================
Sending \`\`messages\`\` -- how
===========================

.. module:: courier.send
   :synopsis: Sends messages.

.. contents::
   :local:

A message goes out with :func:\`~courier.send.send\`. It needs a |key|,
which \`the console <https://console.example.com/keys>\`_ gives out [1]_; see
:ref:\`limits\` and \`Errors\`_.

.. |key| replace:: **project key**

.. note::

   Keys come in two kinds:

   * test keys, which send nothing, and
   * live keys::

       COURIER_KEY=live_123

.. _limits:

Limits
======

+-------------+---------------------+
| Plan        | Messages            |
|             | per minute          |
+=============+=====================+
| free        | 60                  |
+-------------+---------------------+
| team | any  | 600, *more*         |
|             | on demand           |
+-------------+---------------------+

Anyone who sends more gets \`\`429\`\`:

.. code-block:: http
   :emphasize-lines: 1

   HTTP/1.1 429 Too Many Requests
   Retry-After: 30

Errors
======

\`\`not_found\`\`
  The address is unknown.

\`\`too_large\`\`
  The message is over 64 KB. Do this:

  #. Put the file up::

       courier put a.pdf

  #. Send its address.

Reference
---------

.. function:: send(to, text, *, retry=3)

   Sends a message.

   :param str to: The address.
   :returns: An id.

   .. versionchanged:: 2.1
      Adds *retry*.

.. [1] Only for owners.
`;

const MARKDOWN = `# Sending \`messages\` -- how {#sending}

**\`module courier.send\`**

Sends messages.

A message goes out with \`send()\`. It needs a **project key**,
which [the console](https://console.example.com/keys) gives out [1]; see
[Limits](#limits) and [Errors](#errors).

**Note:** Keys come in two kinds:

- test keys, which send nothing, and

- live keys:

  \`\`\`
  COURIER_KEY=live_123
  \`\`\`

## Limits

| Plan | Messages per minute |
| --- | --- |
| free | 60 |
| team \\| any | 600, *more* on demand |

Anyone who sends more gets \`429\`:

\`\`\`http
HTTP/1.1 429 Too Many Requests
Retry-After: 30
\`\`\`

## Errors

**\`not_found\`**: The address is unknown.

**\`too_large\`**: The message is over 64 KB. Do this:

1. Put the file up:

   \`\`\`
   courier put a.pdf
   \`\`\`

2. Send its address.

### Reference

#### \`send(to, text, *, retry=3)\` {#courier.send.send}

Sends a message.

- **param str to**: The address.
- **returns**: An id.

**Changed in version 2.1:** Adds *retry*.

***

**[1]** Only for owners.`;

describe('readRst', () => {
  it('converts a reStructuredText page to Markdown', () => {
    const reading = readRst(PAGE_EXTENSION);
    expect(reading.markdown).toBe(MARKDOWN);
    expect(reading.warnings).toEqual([]);
  });

  it('returns the source line of each line of a reStructuredText page', () => {
    const { markdown, lines = [] } = readRst(PAGE_EXTENSION);
    const source = PAGE_EXTENSION.split('\n');
    const writtenLines = markdown.split('\n');
    expect(lines).toHaveLength(writtenLines.length);
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
    const getSourceOf = (line: string): string | undefined =>
      source[(lines[writtenLines.indexOf(line)] ?? 0) - 1]?.trim();
    expect(getSourceOf('## Limits')).toBe('Limits');
    expect(getSourceOf('[Limits](#limits) and [Errors](#errors).')).toBe(':ref:`limits` and `Errors`_.');
    expect(getSourceOf('Retry-After: 30')).toBe('Retry-After: 30');
    expect(getSourceOf('| team \\| any | 600, *more* on demand |')).toBe('| team | any  | 600, *more*         |');
    expect(getSourceOf('2. Send its address.')).toBe('#. Send its address.');
    expect(getSourceOf('- **returns**: An id.')).toBe(':returns: An id.');
    expect(getSourceOf('**[1]** Only for owners.')).toBe('.. [1] Only for owners.');
  });

  it('converts a reStructuredText page to Markdown in which a Markdown parser finds the same structure', () => {
    const kinds: string[] = [];
    walk(
      fromMarkdown(readRst(PAGE_EXTENSION).markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }),
      kinds,
    );
    expect(kinds.filter((kind) => /heading|code|table$|list$/.test(kind))).toEqual(
      'heading list code heading table code heading list code heading heading list'.split(' '),
    );
    expect(kinds.filter((kind) => /html|definition|reference|delete/i.test(kind))).toEqual([]);
  });

  it.each([
    ['an empty document', '', ''],
    ['blank lines', '\n \n\t\n', ''],
    ['a comment', '.. a', ''],
    ['text', 'Only text.', 'Only text.'],
  ])('converts reStructuredText with only %s', (_name, rst, expected) => {
    expect(readRst(rst)).toMatchObject({ markdown: expected, warnings: [] });
  });

  it('returns reStructuredText warnings in the order of their lines', () => {
    const { warnings } = readRst('Title here\n====\n\n.. note: a\n\nText::\n\nmore');
    expect(warnings.map(({ line }) => line)).toEqual([1, 4, 6]);
  });
});

function walk(node: Nodes | Root, kinds: string[]): void {
  if (node.type !== 'inlineCode') kinds.push(node.type);
  if ('children' in node) for (const child of node.children) walk(child, kinds);
}

describe('references to other documents', () => {
  const site: Site = {
    resolve: (from, { kind, target }) =>
      target === 'gone'
        ? { problem: `no ${kind} "${target}" in ${from}` }
        : { url: `https://a.example/${target}`, title: `The ${kind} ${target}` },
    pageUrl: () => undefined,
    place: () => [],
    isIncluded: () => false,
    navigationTitle: () => undefined,
    repeatedTexts: () => new Set(),
    attributes: () => new Map(),
    include: () => ({ problem: 'no files' }),
  };
  const text = 'A\n=\n\n:ref:`with-label`, :ref:`Own <x>`, :doc:`setup`,\n:term:`node`, :ref:`gone`.\n';

  it('replaces references to other documents with links that have the title of their target', () => {
    const { markdown, warnings } = readRst(text, { path: 'docs/a.rst', site });
    expect(markdown).toContain(
      '[The label with-label](https://a.example/with-label), [Own](https://a.example/x), [The doc setup](https://a.example/setup),',
    );
    expect(markdown).toContain('[node](https://a.example/node), gone.');
    expect(warnings).toEqual([{ line: 5, message: 'broken link: no label "gone" in docs/a.rst' }]);
  });

  it('replaces references to other documents with their labels if there is no site', () => {
    expect(readRst(text).markdown).toContain('with label, Own, [setup](setup.rst),\nnode, gone.');
  });
});

it('reads the title of a Python proposal from its header', () => {
  const { title } = readRst('PEP: 8\nTitle: Style Guide\n\nAbstract\n========\n\nText.\n'.replace(/^(\w+):/gm, ':$1:'));
  expect(title).toBe('PEP 8 – Style Guide');
});

it('preserves the marks of a directive that is only an example', () => {
  expect(readRst('.. rst:directive:: .. highlight:: language\n\n   Sets it.\n').markdown).toContain(
    '# `.. highlight:: language`\n\nSets it.',
  );
});
