export const MARKDOWN = `
Text with \`code\`, a [link](start.md) and ${'averyverylongword'.repeat(8)}.

## Install

> [!WARNING]
> A warning.

\`\`\`ts
const pets = await client.pets.list({ limit: 100, cursor: 'abc', status: 'available', owner: 'ann' }); // comment
\`\`\`

### A table

| Name | Meaning | Another column |
| --- | --- | ---: |
| \`aLongNameOfAParameter\` | What it means in a few more words | https://example.com/a/very/long/address |
`;
/** Every kind of content that Markdown can have, and texts that are hard to lay out. */
export const ALL_CONTENT = `
A paragraph with *emphasis*, **strong text**, ~~deleted text~~, <kbd>Ctrl</kbd>, a footnote[^1], and \`inline code that is so long that it must wrap\`.

# A heading of level 1

## ${'A very long heading that does not fit into one line of a narrow window '.repeat(2)}

### \`GET /pets/{petId}\` in a heading of level 3

${['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'].map((kind) => `> [!${kind}]\n> With a [link](start.md) and \`code\`.\n`).join('\n')}

> A quotation
>
> > in a quotation

1. One
   - Nested
     - Deeper, with code:

       \`\`\`sh
       npm install
       \`\`\`
2. Two

- [x] Done
- [ ] Open

<details><summary>More</summary>

Hidden text.

</details>

| ${Array.from({ length: 14 }, (_, index) => `Column ${index + 1}`).join(' | ')} |
|${' --- |'.repeat(14)}
| ${Array.from({ length: 14 }, (_, index) => `value_${index + 1}`).join(' | ')} |

| Word |
| --- |
| ${'averyverylongword'.repeat(12)} |

\`\`\`json
{ "text": "${'long '.repeat(60)}", "number": 1, "yes": true }
\`\`\`

\`\`\`
A block without a language
\`\`\`

![A logo](logo.svg)

---

[^1]: The footnote.
`;
/** Texts in other scripts, and in both directions. */
export const OTHER_SCRIPTS = `
مرحبا بالعالم. هذه فقرة باللغة العربية مع \`code\` و[رابط](start.md).

## 日本語の見出しはとても長いので、狭いウィンドウでは折り返す必要があります

${'これは改行のない長い段落です。'.repeat(12)}

## עברית and English

שלום, the word \`GET /pets\` is in English. 한국어도 있습니다. ภาษาไทยไม่มีช่องว่างระหว่างคำ

| اسم | 值 |
| --- | --- |
| مثال | 例子 |
`;
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><circle cx="14" cy="14" r="12" fill="#0a7d4f"/></svg>';
export const PAGES = [
  { path: 'start', title: 'Start', description: 'Make the first call in a minute', markdown: MARKDOWN, order: 1 },
  ...['errors', 'retries', 'limits'].map((name) => ({
    path: `guides/${name}`,
    title: `About ${name}`,
    markdown: '## A\n\n## B',
  })),
  { path: 'old', title: 'Old', markdown: 'old' },
  { path: 'internal', title: 'For members', markdown: 'Internal text', public: false },
];

export const MANY_PAGES = Array.from({ length: 200 }, (_, index) => ({
  path: `part-${index % 8}/section-${index % 4}/page-${index}`,
  title: `Page ${index} with a title that is long enough to wrap`,
  markdown: 'Text',
}));

/** Settings that change the look of the portal. */
export const ACCENT = {
  accentColor: { light: '#0a6b45', dark: '#5fd6a4' },
  logo: 'logo.svg',
  headerLinks: [{ title: 'Status', url: 'https://status.example.com' }],
};
