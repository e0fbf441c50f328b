import { type DocsWarning, LEFTOVER_SYNTAX } from '@context-sync/engine/docs/docs-warning';
import type { ReadDocs } from '@context-sync/engine/docs/read-docs';
import type { WantedItem } from '@context-sync/sync';
import { removeSourceLine } from '@context-sync/sync';
import { findLeaningTexts } from './leaning-text.ts';
import { getLevel, LINT_LEVELS, type LintFinding, type LintRuleName } from './lint-finding.ts';
import { findNearEqualTexts } from './near-equal-texts.ts';

/** The lint rule for each kind of warning of the engine. */
const RULES: Readonly<Record<DocsWarning['kind'], LintRuleName>> = {
  'front-matter': 'front-matter',
  format: 'unread-syntax',
  encoding: 'encoding',
  fence: 'open-fence',
  link: 'broken-link',
  image: 'broken-image',
  split: 'long-block',
  credential: 'credential',
};

/** An item with the path of its document. */
interface LocatedItem extends WantedItem {
  readonly path: string;
}

/** Reads the lines of documents. */
export type ReadLines = (path: string) => readonly string[];

/** Checks the documents and items of a source. The findings are sorted by path and line. */
export function lintDocs(docs: Pick<ReadDocs, 'wanted' | 'warnings' | 'exposed'>, readLines: ReadLines): LintFinding[] {
  const items = docs.wanted.documents.flatMap(({ path, items: own }) => own.map((item) => ({ ...item, path })));
  const warnings = [...docs.warnings, ...docs.exposed].map(
    ({ kind, path, line, message }): LintFinding => ({
      rule: kind === 'format' && message.startsWith(LEFTOVER_SYNTAX) ? 'leftover-syntax' : RULES[kind],
      path,
      line,
      message,
    }),
  );
  const findings = [
    ...warnings,
    ...findEqualTitles(items),
    ...findNearEqualItems(items),
    ...items.flatMap((item) => findLeaning(item, readLines)),
  ];
  const rank = (finding: LintFinding) => LINT_LEVELS.indexOf(getLevel(finding));
  return findings.sort(
    (a, b) => compare(a.path, b.path) || a.line - b.line || rank(a) - rank(b) || compare(a.message, b.message),
  );
}

function findEqualTitles(items: readonly LocatedItem[]): LintFinding[] {
  const groups = [...Map.groupBy(items, ({ title }) => title).values()].filter((group) => group.length > 1);
  return groups.flatMap((group): LintFinding[] => {
    const [first, ...others] = group;
    if (!first) return [];
    const places = others.slice(0, 3).map(({ path, lines }) => `${path}:${lines[0]}`);
    const more = others.length > places.length ? ` and ${others.length - places.length} more` : '';
    const message = `${group.length} items have the title "${first.title}": also ${places.join(', ')}${more}`;
    return [{ rule: 'equal-title', path: first.path, line: first.lines[0], message }];
  });
}

function findNearEqualItems(items: readonly LocatedItem[]): LintFinding[] {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const texts = items.map(({ key, content }) => ({ id: key, text: removeSourceLine(content) }));
  return findNearEqualTexts(texts).flatMap(({ one, other, similarity }): LintFinding[] => {
    const [first, second] = [byKey.get(one), byKey.get(other)];
    if (!first || !second) return [];
    const message = `${Math.floor(similarity * 100)} % of the text is also in "${first.title}" (${first.path}:${first.lines[0]})`;
    return [{ rule: 'near-equal', path: second.path, line: second.lines[0], message }];
  });
}

function findLeaning(item: LocatedItem, readLines: ReadLines): LintFinding[] {
  const [from, to] = item.lines;
  const texts = new Set(findLeaningTexts(item).map(({ text }) => text));
  return [...texts].map((text) => {
    const index = readLines(item.path)
      .slice(from - 1, to)
      .findIndex((line) => line.includes(text));
    const message = `"${text}" refers to something that is not in the item "${item.title}"`;
    return { rule: 'leaning-text', path: item.path, line: from + Math.max(0, index), message };
  });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
