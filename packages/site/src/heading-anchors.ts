import { getSlug, numberSlug } from '@context-sync/formats';
import type { DocumentFacts } from './facts/document-facts.ts';

/** Matches documents of formats whose anchors are known. */
const HAS_ANCHORS = /\.(?:md|markdown|mdown|mkdn?|mdwn|qmd|rmd|mdoc|mdx|rst|adoc|asciidoc|html?)$/i;

/** Rules by which a generator creates anchors of headings. */
export interface AnchorRule {
  slug(text: string): string;
  /** Separator before the number in the anchor of a repeated heading. */
  readonly separator: '-' | '_';
  /** Number in the anchor of the second heading with the same text. */
  readonly first: 1 | 2;
  /** Whether the first heading of level 1 has an anchor. */
  readonly hasTitle: boolean;
  /** Whether the site creates anchors with a custom function, so that missing anchors cannot be detected. */
  readonly isUnknown?: boolean;
  /** Whether the titles of components have anchors. */
  readonly hasComponents?: boolean;
  /** Returns additional slugs that are accepted if the generator does not document a rule. */
  alternatives?(text: string): readonly string[];
}

/** The rule by which GitHub creates anchors of headings. */
export const GITHUB_ANCHORS: AnchorRule = { slug: getSlug, separator: '-', first: 1, hasTitle: true };

/** Returns the anchors of a document, each with the title of its heading. The title is empty for an anchor without a heading. */
export function getAnchors(facts: DocumentFacts, rule: AnchorRule): ReadonlyMap<string, string> {
  const anchors = new Map<string, string>();
  for (const id of facts.ids ?? []) anchors.set(id, '');
  for (const { id, text } of facts.headings ?? []) if (id !== undefined) anchors.set(id, text);
  const countBySlug = new Map<string, number>();
  let isTitle = !rule.hasTitle;
  for (const { id, text, level } of facts.headings ?? []) {
    const isSkipped = isTitle && level === 1;
    if (isSkipped) isTitle = false;
    if (id !== undefined || isSkipped) continue;
    anchors.set(numberByRule(rule, text, countBySlug), text);
    for (const alternative of rule.alternatives?.(text) ?? [])
      if (!anchors.has(alternative)) anchors.set(alternative, text);
  }
  for (const text of rule.hasComponents === true ? (facts.components ?? []) : [])
    for (const slug of [rule.slug(text), ...(rule.alternatives?.(text) ?? [])])
      if (!anchors.has(slug)) anchors.set(slug, text);
  for (const [name, { anchor, title = '' }] of [
    ...Object.entries(facts.labels ?? {}),
    ...Object.entries(facts.terms ?? {}),
  ]) {
    anchors.set(anchor, title);
    if (!anchors.has(name)) anchors.set(name, title);
  }
  return anchors;
}

function numberByRule(rule: AnchorRule, text: string, seenSlugs: Map<string, number>): string {
  const slug = rule.slug(text);
  if (rule.separator === '-' && rule.first === 1) return numberSlug(slug, seenSlugs);
  const count = (seenSlugs.get(slug) ?? 0) + 1;
  seenSlugs.set(slug, count);
  return count === 1 ? slug : `${slug}${rule.separator}${rule.first + count - 2}`;
}

/** Returns whether the anchors of the document are known, so that links to them can be checked. */
export function hasKnownAnchors(path: string): boolean {
  return HAS_ANCHORS.test(path);
}
