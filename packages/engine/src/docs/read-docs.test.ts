import { Cleanup, GitRepository } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Git } from '../git/git.ts';
import { readDocsAtHead } from './read-docs.fixture.ts';

// The token is assembled here, because this repository must not contain likely credentials.
const TOKEN = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`;
/** A key with characters that Markdown, URLs and JSON escape. */
const OWN_KEY = 'csk_*a"b+c%d=0123456789';
const KEY = [
  `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
  ...Array.from(
    { length: 8 },
    (_, row) => `MIIE${String(row).repeat(4)}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/+01`,
  ),
  `-----END RSA ${'PRIVATE'} KEY-----`,
];
const PAGE = ['# Keys', '', 'Sign with this:', '', '```pem', ...KEY, '```', ''];
const NOTEBOOK = {
  cells: [{ cell_type: 'markdown', metadata: {}, source: PAGE.map((line) => `${line}\n`) }],
  metadata: {},
};

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
});
afterEach(() => cleanup.close());

async function read(path: string, text: string, isPublic = true) {
  await repository.commit('Write the docs', { [path]: text });
  const git = new Git(repository.path);
  const blob = (await git.resolve(`HEAD:${path}`)) ?? '';
  const options = {
    targetSize: 2_500,
    address: { siteUrl: 'https://docs.example.com', root: '' },
    public: isPublic,
    drafts: false,
    titlePrefix: '',
    chunkConfigHash: 'x',
    secrets: { 'api-key': OWN_KEY, 'github-token': 'short' },
  };
  return readDocsAtHead(git, [{ path, blob }], new Map(), options);
}

it.each([
  ['a private key with CRLF line endings', 'a.md', PAGE.join('\r\n'), 6],
  ['a private key in a notebook', 'a.ipynb', JSON.stringify(NOTEBOOK, undefined, 1), 12],
  [
    'a private key in an indented admonition',
    'a.md',
    ['# Keys', '', '!!! note', '', ...PAGE.slice(2).map((line) => `    ${line}`)].join('\n'),
    8,
  ],
  ['a private key in a block quote', 'a.md', PAGE.map((line) => `> ${line}`).join('\n'), 6],
  ['a private key in HTML', 'a.html', `<h1>Keys</h1>\n<pre>\n${KEY.join('\n')}\n</pre>\n`, 3],
  [
    'a private key in reStructuredText',
    'a.rst',
    `Keys\n====\n\n::\n\n${KEY.map((line) => `   ${line}`).join('\n')}\n`,
    6,
  ],
  ['a token in a code block', 'a.md', `# Tokens\n\nUse this:\n\n    ${TOKEN}\n`, 5],
  ['a token with an escaped underscore', 'a.md', `# Tokens\n\nUse ${TOKEN.replace('_', '\\_')} here.\n`, 3],
  ['a token in a heading', 'a.md', `# Tokens\n\nText.\n\n## Use ${TOKEN}\n\nText.\n`, 5],
  [
    'a token in the definition of a reference link',
    'a.md',
    `# Tokens\n\n[Go][1].\n\n[1]: https://x.example/?t=${TOKEN}\n`,
    5,
  ],
])('readDocsAtHead reports a credential in a public page with its line: %s', async (_name, path, text, line) => {
  const { exposed, warnings } = await read(path, text);
  expect(exposed).toEqual([
    { kind: 'credential', path, line, message: expect.stringMatching(/^contains what looks like a \S/) },
  ]);
  expect(warnings).toEqual([]);
  expect(JSON.stringify(exposed)).not.toMatch(/ghp_|PRIVATE|MIIE/);
});

it('readDocsAtHead warns about a credential in a private page', async () => {
  const { exposed, warnings } = await read('a.md', `# Tokens\n\n${TOKEN}\n`, false);
  expect([exposed, warnings.map(({ kind, line }) => [kind, line])]).toEqual([[], [['credential', 3]]]);
});

it.each([
  ['a comment', `# Page\n\n<!-- ${TOKEN} -->\n\nText.\n`],
  ['front matter', `---\ntoken: ${TOKEN}\n---\n\n# Page\n\nText.\n`],
  ['a draft', `---\ndraft: true\n---\n\n${TOKEN}\n`],
])('readDocsAtHead ignores a credential in %s because that text is not sent', async (_name, text) => {
  expect(await read('a.md', text)).toMatchObject({ exposed: [], warnings: [] });
});

it('readDocsAtHead reports each credential once, at its own line, even if item titles repeat it', async () => {
  const other = TOKEN.replace('0123', '9876');
  const filler = 'Words of a long section. '.repeat(120);
  const text = `# Use ${TOKEN}\n\n${filler}\n\n## A\n\n${filler}\n\n## B\n\n${other}\n\n${other}\n`;
  const { exposed } = await read('a.md', text);
  expect(exposed.map(({ line }) => line).sort((a, b) => a - b)).toEqual([1, 11, 13]);
});

const basic = Buffer.from(`user:${OWN_KEY}`).toString('base64');

it.each<[string, string, string, number]>([
  ['without escapes', 'a.md', `# A\n\n\`${OWN_KEY}\`\n`, 3],
  ['in a code block', 'a.md', `# A\n\n\`\`\`sh\ncurl -H "Authorization: Bearer ${OWN_KEY}"\n\`\`\`\n`, 4],
  ['with Markdown escapes', 'a.md', `# A\n\nUse ${OWN_KEY.replace('*', '\\*')}.\n`, 3],
  [
    'as HTML character references',
    'a.html',
    `<h1>A</h1>\n<p>${OWN_KEY.replace('*', '&#42;').replace('"', '&quot;')}</p>`,
    1,
  ],
  ['encoded for a URL', 'a.md', `# A\n\n[x](https://example.com/?key=${encodeURIComponent(OWN_KEY)})\n`, 3],
  ['in JSON', 'a.md', `# A\n\n\`\`\`json\n${JSON.stringify({ key: OWN_KEY })}\n\`\`\`\n`, 4],
  ['in base64', 'a.md', `# A\r\n\r\nAuthorization: Basic ${basic}\r\n`, 3],
  ['in hexadecimal', 'a.md', `# A\n\n${Buffer.from(OWN_KEY).toString('hex')}\n`, 3],
  ['in a title', 'a.md', `# A\n\n## ${OWN_KEY}\n\nText.\n`, 3],
  ['in an HTML comment that is not sent', 'a.md', `# A\n\n<!-- ${OWN_KEY} -->\n\nText.\n`, 3],
  ['in a file name', `x ${OWN_KEY}.md`, '# A\n\nText.\n', 1],
])(
  'readDocsAtHead finds the API key of the run in public and private documents: %s',
  async (_name, path, text, line) => {
    for (const isPublic of [true, false]) {
      const { ownSecrets } = await read(path, text, isPublic);
      expect(ownSecrets).toEqual([{ path, line, input: 'api-key' }]);
    }
  },
);

it('readDocsAtHead does not search for secrets of only a few characters', async () => {
  const { ownSecrets } = await read('a.md', '# A short text\n\nAs short as this.\n');
  expect(ownSecrets).toEqual([]);
});

it('readDocsAtHead reports syntax of generators that is left in items once', async () => {
  const { warnings } = await read('a.md', '# A\n\nThe tag {{< is not closed.\n\nWrite `{{< x >}}`.\n');
  expect(warnings).toEqual([
    {
      kind: 'format',
      path: 'a.md',
      line: 1,
      message: 'the text contains syntax of a site generator: "{{<" in 1 item',
    },
  ]);
});

/** Reads all pages of a site as documents. */
async function readSite(files: Readonly<Record<string, string | null>>, root: string) {
  await repository.commit('Write the docs', files);
  const git = new Git(repository.path);
  const paths = Object.keys(files).filter((path) => /\.mdx?$/.test(path));
  const listedDocuments = await Promise.all(
    paths.map(async (path) => ({ path, blob: (await git.resolve(`HEAD:${path}`)) ?? '' })),
  );
  const address = { repositoryUrl: 'https://github.com/octo/api/blob/main/', root };
  const options = { targetSize: 2_500, address, public: false, drafts: false, titlePrefix: '', secrets: {} };
  return readDocsAtHead(git, listedDocuments, new Map(), { ...options, chunkConfigHash: 'x' });
}

const createLinks = (target: (index: number) => string) =>
  Object.fromEntries(
    Array.from({ length: 15 }, (_, index) => [`docs/guide/p${index}.md`, `# P${index}\n\n[x](${target(index)})\n`]),
  );

it('readDocs reports one warning and keeps all links if more than a fifth of the links of a site is broken', async () => {
  const files = {
    'mkdocs.yml': 'site_name: x',
    ...createLinks((index) => (index < 10 ? `/guide/v${index}/` : '/guide/p1/')),
  };
  const { warnings, wanted } = await readSite(files, 'docs');
  expect(warnings).toEqual([
    {
      kind: 'format',
      path: 'docs/guide/p0.md',
      line: 1,
      message:
        '10 links that begin with "/" match no page, so the rules of the site generator do not fit this site. All links are kept. Set docs to the folder that the generator reads, and site-url to its public URL',
    },
  ]);
  expect(wanted.documents[0]?.items[0]?.content).toContain('[x](/guide/v0/)');
  const { warnings: fitting } = await readSite(
    { ...files, ...createLinks((index) => (index < 2 ? '/guide/v1/' : '/guide/p1/')) },
    'docs',
  );
  expect(fitting.map(({ message }) => message)).toEqual(Array(2).fill('broken link: /guide/v1/ does not exist'));
});

it('readDocs reports once that links omit number prefixes', async () => {
  const { inferences } = await readSite(
    { 'docs/03-core/60-x.md': '# X', ...createLinks(() => '/docs/core/x') },
    'docs',
  );
  expect(inferences).toEqual(['Addresses without number prefixes: most links omit the numbers in front of file names']);
  expect((await readSite({ 'docs/03-core': null, 'docs/guide': null, 'docs/a.md': '# A' }, 'docs')).inferences).toEqual(
    [],
  );
});
