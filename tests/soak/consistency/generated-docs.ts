import type { Random } from '@context-sync/testkit';
import { CONFIG_PATH } from '../../sandbox/sandbox.ts';

/** The number of sections of each page. With `GENERATED_DOCS_CONFIG`, each section is one item. */
const PARTS = 3;
/** A text of such a length that two sections do not fit into one item. */
const FILLER = 'Sixty requests a minute are allowed for each key of a project. '.repeat(3);

/** The settings with which each section of each page becomes one item. The generated files contain them. */
export const GENERATED_DOCS_CONFIG = { 'target-size': 200 } as const;

interface Page {
  /** The edition of each section. No two editions of a section have the same text. */
  readonly editions: number[];
}

/** An item that the docs should produce. */
export interface Wanted {
  readonly marker: string;
  readonly title: string;
}

/** Generates and edits docs whose expected items are always known. */
export class GeneratedDocs {
  readonly #random: Random;
  readonly #pages = new Map<number, Page>();
  readonly #deleted = new Map<number, Page>();
  #latestEdition = 1;
  #latestPage = 0;

  constructor(random: Random, pages: number) {
    this.#random = random;
    for (let at = 0; at < pages; at += 1) this.#addPage();
  }

  get size(): number {
    return this.#pages.size * PARTS;
  }

  /** Returns all items that the current docs should produce, by their markers. */
  wanted(): Map<string, Wanted> {
    const wantedMarkers = new Map<string, Wanted>();
    for (const [page, { editions }] of this.#pages) {
      for (const [part, edition] of editions.entries()) {
        const marker = `${page}.${part}.${edition}`;
        wantedMarkers.set(marker, { marker, title: `Page ${page} › Part ${part}` });
      }
    }
    return wantedMarkers;
  }

  /** Returns all files of the docs and the configuration file by path. */
  files(): Record<string, string> {
    const pages = [...this.#pages].map(([page, content]) => [getPath(page), getText(page, content)]);
    return { ...Object.fromEntries(pages), [CONFIG_PATH]: JSON.stringify(GENERATED_DOCS_CONFIG) };
  }

  /**
   * Changes about a third of the items. Most of these items get a new text, and some get an earlier text. Some pages are deleted, added
   * or restored.
   * @returns the changed files, with null for deleted ones
   */
  edit(): Record<string, string | null> {
    const random = this.#random;
    const touchedPages = new Set<number>();
    const before = this.#pages.size;
    for (const [page, { editions }] of [...this.#pages]) {
      if (random.chance(0.05)) {
        this.#pages.delete(page);
        this.#deleted.set(page, { editions });
        touchedPages.add(page);
      } else if (random.chance(0.4)) {
        for (const part of editions.keys())
          if (random.chance(0.6)) editions[part] = this.#newEdition(editions[part] ?? 1);
        touchedPages.add(page);
      }
    }
    for (const [page, content] of [...this.#deleted]) {
      if (touchedPages.has(page) || !random.chance(0.3)) continue;
      this.#deleted.delete(page);
      this.#pages.set(page, content);
      touchedPages.add(page);
    }
    while (this.#pages.size < before) touchedPages.add(this.#addPage());
    return Object.fromEntries(
      [...touchedPages].map((page) => {
        const content = this.#pages.get(page);
        return [getPath(page), content ? getText(page, content) : null];
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

/** Returns the marker of a text, which consists of page, section and edition. @throws Error for a text that is not from generated docs */
export function getMarker(content: string): string {
  const marker = /Marker (\d+\.\d+\.\d+) stands here/.exec(content)?.[1];
  if (marker === undefined) throw new Error(`the text is not from generated docs: ${content}`);
  return marker;
}

function getPath(page: number): string {
  return `docs/page-${page}.md`;
}

function getText(page: number, { editions }: Page): string {
  const parts = editions.map(
    (edition, part) => `## Part ${part}\n\nMarker ${page}.${part}.${edition} stands here. ${FILLER}\n`,
  );
  return `# Page ${page}\n\n${parts.join('\n')}`;
}
