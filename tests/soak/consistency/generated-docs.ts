import type { Random } from '@context-sync/testkit';

/** Parts of every page; each is an item of its own when `GENERATED_DOCS_INPUTS` are given. */
const PARTS = 3;
/** Long enough that two parts are not gathered into one item. */
const FILLER = 'The octopus says it once, and whoever listens has heard it. '.repeat(3);

/** Inputs under which every part of every page is one item. */
export const GENERATED_DOCS_INPUTS = { 'target-size': '200' } as const;

interface Page {
  /** By part; an edition is a text that no other edition of the part has. */
  readonly editions: number[];
}

/** What one item says, and the title under which it stands. */
export interface Wanted {
  readonly marker: string;
  readonly title: string;
}

/** Docs of which it is known at every time what items they should give. */
export class GeneratedDocs {
  readonly #random: Random;
  readonly #pages = new Map<number, Page>();
  readonly #torn = new Map<number, Page>();
  #latestEdition = 1;
  #latestPage = 0;

  constructor(random: Random, pages: number) {
    this.#random = random;
    for (let at = 0; at < pages; at += 1) this.#addPage();
  }

  get size(): number {
    return this.#pages.size * PARTS;
  }

  /** Every item that the docs should give as they are now, by its marker. */
  wanted(): Map<string, Wanted> {
    const wanted = new Map<string, Wanted>();
    for (const [page, { editions }] of this.#pages) {
      for (const [part, edition] of editions.entries()) {
        const marker = `${page}.${part}.${edition}`;
        wanted.set(marker, { marker, title: `Page ${page} › Part ${part}` });
      }
    }
    return wanted;
  }

  /** All files of the docs. */
  files(): Record<string, string> {
    return Object.fromEntries([...this.#pages].map(([page, content]) => [pathOf(page), textOf(page, content)]));
  }

  /**
   * Changes about a third of the items: most get a text that they never had, some one that they had before; some pages go, some are new, some come
   * back as they were.
   * @returns the files that differ; null for one that is gone
   */
  edit(): Record<string, string | null> {
    const random = this.#random;
    const touched = new Set<number>();
    const before = this.#pages.size;
    for (const [page, { editions }] of [...this.#pages]) {
      if (random.chance(0.05)) {
        this.#pages.delete(page);
        this.#torn.set(page, { editions });
        touched.add(page);
      } else if (random.chance(0.4)) {
        for (const part of editions.keys())
          if (random.chance(0.6)) editions[part] = this.#newEdition(editions[part] ?? 1);
        touched.add(page);
      }
    }
    for (const [page, content] of [...this.#torn]) {
      if (touched.has(page) || !random.chance(0.3)) continue;
      this.#torn.delete(page);
      this.#pages.set(page, content);
      touched.add(page);
    }
    while (this.#pages.size < before) touched.add(this.#addPage());
    return Object.fromEntries(
      [...touched].map((page) => {
        const content = this.#pages.get(page);
        return [pathOf(page), content ? textOf(page, content) : null];
      }),
    );
  }

  #addPage(): number {
    const page = this.#latestPage;
    this.#latestPage += 1;
    this.#pages.set(page, { editions: Array.from({ length: PARTS }, () => 1) });
    return page;
  }

  #newEdition(now: number): number {
    if (now > 1 && this.#random.chance(0.2)) return 1;
    this.#latestEdition += 1;
    return this.#latestEdition;
  }
}

/** Which edition of which part of which page a text is. @throws Error when it is none of a docs's */
export function markerOf(content: string): string {
  const marker = /Marker (\d+\.\d+\.\d+) stands here/.exec(content)?.[1];
  if (marker === undefined) throw new Error(`this is in no docs: ${content}`);
  return marker;
}

function pathOf(page: number): string {
  return `docs/page-${page}.md`;
}

function textOf(page: number, { editions }: Page): string {
  const parts = editions.map(
    (edition, part) => `## Part ${part}\n\nMarker ${page}.${part}.${edition} stands here. ${FILLER}\n`,
  );
  return `# Page ${page}\n\n${parts.join('\n')}`;
}
