import { createSeededRandom } from '@context-sync/reading/seeded';

/** A generated document with the content that the chunker must keep. */
export interface GeneratedDocument {
  readonly path: string;
  readonly text: string;
  /** Visible words. Each word occurs once, in this order: `w1`, `w2`, … */
  readonly words: readonly string[];
  /** For each word, the last word of the heading above it. Words under a page heading that differs from the title are missing. */
  readonly headings: ReadonlyMap<string, string>;
  /** Blocks that stay whole in one item: paragraphs, fences, tables, list items. */
  readonly wholes: readonly string[];
  /** The last word of each lead-in line. */
  readonly leadIns: readonly string[];
}

interface Block {
  readonly text: string;
  readonly kind: 'heading' | 'text' | 'lead' | 'machine';
  readonly wholes?: readonly string[];
}

/** Hard-to-split characters that the generator appends to words. */
const SIGNS = [
  ' 漢字仮名。',
  ' 👩‍👩‍👧‍👦',
  ' 🇨🇭🇩🇪',
  ' e\u0301o\u0308',
  ' שלום עולם',
  ' \u200fمرحبا',
  ' क्षि',
  '\u00a0!',
  ' 👍🏽',
  '\u200b',
];
const MARKS = [
  '',
  '',
  '',
  '',
  ',',
  '.',
  '.',
  '?',
  ' `a | b`',
  ' *x*',
  ' **y**',
  ' [l](./z.md)',
  ' a_b',
  ' \\[',
  ' 1 < 2',
];

/** Number of words of a sentence that is longer than an item. */
const ENDLESS_WORDS = 2_000;

type Draw = ReturnType<typeof createDraw>;

/** Returns functions that draw random values, and words that each occur only once. */
function createDraw(random: () => number) {
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const isChosen = (share: number) => random() < share;
  let count = 0;
  const word = () => {
    count += 1;
    return `w${count}`;
  };
  const createBareWords = (most: number) => Array.from({ length: upTo(most) }, word).join(' ');
  const words = (most: number) =>
    Array.from({ length: upTo(most) }, () => word() + oneOf(isChosen(0.1) ? SIGNS : MARKS)).join(' ');
  const createLines = (most: number, line: () => string) => Array.from({ length: upTo(most) }, line);
  /** Returns short sentences around one sentence with the given number of words. */
  const sentences = (longest: number) => {
    const short = () => createLines(60, () => `${createBareWords(8)}.`).join(' ');
    return `${short()} ${Array.from({ length: longest }, word).join(' ')}. ${short()}`;
  };
  let names = 0;
  const name = (most: number) =>
    Array.from({ length: upTo(most) }, () => {
      names += 1;
      return `h${names}`;
    }).join(' ');
  return { upTo, oneOf, often: isChosen, bare: createBareWords, words, sentences, several: createLines, name };
}

const createWholeBlock = (text: string): Block => ({ text, kind: 'text', wholes: [text] });
const rewritten = (text: string): Block => ({ text, kind: 'text' });
const machine = (text: string): Block => ({ text, kind: 'machine' });
const heading = (text: string): Block => ({ text, kind: 'heading' });

/** Returns functions that generate the blocks with several lines. */
function createShapes({ upTo, oneOf, often, bare, words, several }: Draw) {
  const fence = (most: number, mark = oneOf(['```', '~~~', '````'])) =>
    `${mark}${oneOf(['', 'js', 'sh {1,3} [a.sh]'])}\n${several(most, () => `${'  '.repeat(upTo(4))}# ${bare(4)}${oneOf(['', '\n', ';', ' {'])}`).join('\n')}\n${mark}`;
  const table = (most: number) =>
    [`| ${bare(2)} | b |`, '|---|:-:|', ...several(most, () => `| ${bare(6)} | \`c \\| d\` ${bare(2)} |`)].join('\n');
  const list = (most: number): Block => {
    const marker = oneOf(['-', '*', '1.']);
    const indent = ' '.repeat(marker.length + 1);
    const items = several(most, () =>
      [
        `${marker} ${words(20)}`,
        ...(often(0.3) ? several(3, () => `${indent}- ${words(6)}`) : []),
        ...(often(0.15) ? ['', `${indent}${words(30)}`] : []),
        ...(often(0.1)
          ? ['', `${indent}\`\`\`sh`, ...several(8, () => `${indent}# ${bare(4)}`), `${indent}\`\`\``]
          : []),
      ].join('\n'),
    );
    return { text: items.join(often(0.2) ? '\n\n' : '\n'), kind: 'text', wholes: items };
  };
  const lead = (): Block => {
    const text = oneOf([
      () => `${bare(6)}:`,
      () => `${bare(20)}\n${bare(4)}:`,
      () => `**${bare(3)}**`,
      () => `**${bare(2)}:**`,
    ])();
    return { text, kind: 'lead', wholes: [text] };
  };
  return { fence, table, list, lead };
}

/** Returns one generator function per kind of block. All kinds are equally likely. */
function blockKinds(draw: Draw, mdx: boolean, plain: boolean): readonly (() => Block)[] {
  const { upTo, oneOf, often, bare, words, sentences, several, name } = draw;
  const { fence, table, list, lead } = createShapes(draw);
  const chooseLength = (share: number, short: number, most: number) => (!plain && often(share) ? most : short);
  const keptBlocks: readonly (() => Block)[] = [
    () => heading(`${'#'.repeat(upTo(6))} ${name(chooseLength(0.1, 4, 60))}`),
    () => heading(`${'#'.repeat(1 + upTo(3))} ${name(3)}${oneOf([' ##', ' `code`', ' {#an-id}', ' :tada:', ''])}`),
    () => heading(`${'#'.repeat(1 + upTo(3))} ${oneOf(['Same', 'Same', '`Same`', 'Options'])}`),
    () => heading(`${name(4)}\n${oneOf(['---', '==='])}`),
    () => createWholeBlock(words(chooseLength(0.05, 120, 1_500))),
    () => createWholeBlock(words(60)),
    () => (plain ? createWholeBlock(words(60)) : rewritten(sentences(often(0.5) ? ENDLESS_WORDS : 30))),
    () => createWholeBlock(several(6, () => words(12)).join('\n')),
    lead,
    lead,
    () => createWholeBlock(fence(chooseLength(0.08, 30, 600))),
    () => createWholeBlock(table(chooseLength(0.08, 12, 300))),
    () => list(chooseLength(0.08, 8, 120)),
    () => createWholeBlock(`<dl>\n${several(5, () => `<dd>${bare(10)}</dd>`).join('\n')}\n</dl>`),
    () => createWholeBlock(several(8, () => `> ${words(12)}`).join('\n')),
  ];
  const changedBlocks: readonly (() => Block)[] = [
    () => rewritten(`> [!NOTE]\n> ${words(20)}\n>\n> \`\`\`js\n> ${bare(3)}\n> \`\`\``),
    () => rewritten(`:::tip[${bare(2)}]\n\n${words(30)}\n\n${fence(5, '```')}\n\n:::`),
    () => rewritten(`::: warning\n${words(30)}\n:::`),
    () => rewritten(`{{< note >}}\n\n${words(30)}\n\n{{< /note >}}`),
    () => rewritten(`See [${bare(2)}][d1] and [d1]. ${bare(5)}`),
    () => rewritten(`${bare(3)} <!-- x1 x2 --> ${bare(3)}`),
    () => machine(mdx ? '{/* x3\n\nx4 */}' : '<!-- x3\n\n# x4\n\n-->'),
    () => machine('[d1]: https://example.com/d2 "x5"'),
    () => machine(mdx ? 'import X from "x6";\nexport const x7 = {\n  a: 1,\n};' : '<script>\nlet x6;\n</script>'),
    () =>
      rewritten(
        mdx
          ? `<Tabs items={["x", \`y\`]}>\n\n<Tab title="${bare(2)}">\n\n${words(40)}\n\n${fence(6, '```')}\n\n</Tab>\n\n</Tabs>`
          : `<details>\n<summary>${bare(2)}</summary>\n\n${words(40)}\n\n</details>`,
      ),
    () => machine('* * *'),
  ];
  return plain ? keptBlocks : [...keptBlocks, ...changedBlocks];
}

/**
 * Generates Markdown or MDX with all kinds of blocks, some of which exceed the limits.
 * @param plain whether to generate only blocks that are not rewritten, omitted or longer than the cap
 */
export function generateDocument(seed: number, mdx = false, plain = false): GeneratedDocument {
  const draw = createDraw(createSeededRandom(seed));
  const { upTo, oneOf, often, bare, words, name } = draw;
  const kinds = blockKinds(draw, mdx, plain);

  const blocks: Block[] = [];
  if (!plain && often(0.4)) {
    const description = often(0.5) ? `\ndescription: ${bare(12)}.` : '';
    blocks.push({ text: `---\ntitle: ${name(4)}${description}\n---`, kind: 'machine' });
  }
  if (often(0.7)) blocks.push(heading(`# ${name(4)}`));
  const length = upTo(60);
  for (let at = 0; at < length; at += 1) blocks.push(oneOf(kinds)());
  // A page without text produces no items.
  if (blocks.every(({ kind }) => kind !== 'text')) blocks.push(createWholeBlock(words(5)));
  if (!plain && often(0.1)) blocks.push(rewritten(`\`\`\`\n${bare(4)}`));

  const gap = () => (often(0.1) ? '\n\n\n\n' : often(0.05) ? '\n \t\n' : '\n\n');
  let text = blocks.map((block) => block.text + gap()).join('');
  if (often(0.1)) text = text.replaceAll('\n', oneOf(['\r\n', '\r']));
  if (often(0.1)) text = `\ufeff${text}`;
  return { path: mdx ? 'docs/page.mdx' : 'docs/page.md', text, ...listExpected(blocks) };
}

const visibleWords = (text: string) => text.match(/\bw\d+\b/g) ?? [];

function listExpected(blocks: readonly Block[]): Pick<GeneratedDocument, 'words' | 'headings' | 'wholes' | 'leadIns'> {
  const headings = new Map<string, string>();
  const leadIns: string[] = [];
  const hasTitle = blocks[0]?.text.startsWith('---') ?? false;
  let passedCount = 0;
  let textAbove: string | undefined;
  blocks.forEach(({ text, kind }, index) => {
    if (kind === 'heading') passedCount += 1;
    if (kind === 'heading' && (passedCount > 1 || !hasTitle))
      textAbove = text.match(/\bh\d+\b|\bSame\b|\bOptions\b/g)?.at(-1);
    for (const each of visibleWords(text)) if (textAbove !== undefined) headings.set(each, textAbove);
    const next = blocks.slice(index + 1).find((block) => block.kind !== 'machine');
    const isFollowed = next !== undefined && next.kind !== 'heading';
    if (kind === 'lead' && isFollowed) leadIns.push(visibleWords(text).at(-1) ?? '');
  });
  return {
    words: blocks.flatMap(({ text }) => visibleWords(text)),
    headings,
    wholes: blocks.flatMap(({ wholes = [] }) => wholes),
    leadIns,
  };
}
