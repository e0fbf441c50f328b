import type { FrontEnd, ReadContext } from '@context-sync/reading';
import { createMarkdownWriter } from '@context-sync/reading';
import { getSlug } from '../markdown/heading-slug.ts';
import { createDefinitions, normalizeName } from './document-definitions.ts';
import { createHeadingId, makeId } from './heading-slug.ts';
import { createIncludes, type RstIncludes } from './include-files.ts';
import { toPlainText } from './inline/inline-markdown.ts';
import { createScope, defineInline, type InlineScope } from './inline/inline-scope.ts';
import { parseBlocks } from './parse-blocks.ts';
import { type RstParseState, warn } from './parse-state.ts';
import { readProposalHeader } from './proposal-header.ts';
import { createOutput } from './render/block-output.ts';
import { renderNodes } from './render/render-nodes.ts';
import type { LabeledBlocks, RstHeading, RstNode } from './rst-node.ts';
import { createSource, type RstSource } from './rst-source.ts';

/** Reads reStructuredText with the directives and roles of docutils and Sphinx. */
export const readRst: FrontEnd = (text, context) => {
  const source = createSource(text);
  const includes = createIncludes(context, source.lines.length);
  const state: RstParseState = {
    definitions: createDefinitions(),
    levels: new Map(),
    level: 0,
    objectDepth: 0,
    scope: { module: '', owner: '', program: '' },
    language: '',
    labels: [],
    titles: true,
    depth: 0,
    title: undefined,
    alerts: context?.alerts === true,
    warnings: [],
    includes,
  };
  defineConfigured(state, context);
  const nodes = parseDocument(state, source);
  defineInline(text, state.definitions);
  const problems = new Map<string, number>();
  const resolver = createResolver(text, includes, context, problems);
  const scope = createScope(state.definitions, text.length, resolver, state.alerts);
  const ids = defineHeadings(nodes, scope);
  const writer = createMarkdownWriter();
  renderNodes(removeRepeatedNames(nodes, scope), { out: createOutput(writer), scope, ids, isNested: false });
  for (const [problem, line] of problems) warn(state, line, `broken link: ${problem}`);
  const warnings = state.warnings.map(({ line, message }) => ({ line: includes.getLine(line), message }));
  for (const { line, message } of warnings.toSorted((a, b) => a.line - b.line)) writer.warn(line, message);
  const reading = writer.reading(state.title === undefined ? {} : { title: state.title });
  return { ...reading, lines: reading.lines?.map(includes.getLine) ?? [] };
};

/** Parses the document. The title of a proposal, which is in its header, is the heading above all sections. */
function parseDocument(state: RstParseState, source: RstSource): RstNode[] {
  const header = readProposalHeader(source);
  if (!header) return parseBlocks(state, source, true);
  const { title, fields, end } = header;
  state.levels.set(title, 1);
  state.level = 1;
  const entries = fields.map(
    ({ name, value, line }): LabeledBlocks => ({
      ...{ kind: 'labeled', label: [{ rst: escapeRst(name), strong: true }], colon: ':', line },
      nodes: [{ kind: 'paragraph', text: [{ rst: value }], line }],
    }),
  );
  return [
    { kind: 'heading', level: 1, rst: escapeRst(title), labels: [], line: source.first },
    ...(entries.length > 0 ? [{ kind: 'entries' as const, entries }] : []),
    ...parseBlocks(state, { lines: source.lines.slice(end), first: source.first + end }, true),
  ];
}

/** Defines the substitutions that the Sphinx configuration adds to each document. */
function defineConfigured(state: RstParseState, context: ReadContext | undefined): void {
  const attributes = context?.site?.attributes(context.path);
  if (!attributes) return;
  for (const name of ['version', 'release']) {
    const value = attributes.get(name);
    if (value !== undefined) state.definitions.substitutions.set(name, { rst: escapeRst(value) });
  }
  for (const [name, value] of attributes) {
    const role = name.startsWith('extlinks:') ? name.slice('extlinks:'.length) : '';
    const [url = '', caption = ''] = value.split('\n');
    if (role !== '') state.definitions.externalLinks.set(role, { url, caption });
  }
  for (const name of ['rst_prolog', 'rst_epilog']) {
    const text = attributes.get(name);
    if (text === undefined) continue;
    // Only definitions are collected, because the other text of the configuration is the same on every page.
    parseBlocks(state, createSource(text));
    defineInline(text, state.definitions);
  }
  state.labels = [];
  state.warnings.length = 0;
}

function escapeRst(text: string): string {
  return text.replaceAll(/[\\*`_|]/g, '\\$&');
}

/** Resolves references on the site. Records the reasons why references are broken, with the line of the first broken reference. */
function createResolver(
  text: string,
  includes: RstIncludes,
  context: ReadContext | undefined,
  problems: Map<string, number>,
): InlineScope['resolve'] {
  const { site, path } = context ?? {};
  if (!site || path === undefined) return undefined;
  return (kind, target) => {
    const resolvedTarget = site.resolve(path, { kind, target });
    if (resolvedTarget.problem !== undefined && !problems.has(resolvedTarget.problem)) {
      const position = text.indexOf(target);
      const line = position < 0 ? (includes.lineIncluding(target) ?? 1) : text.slice(0, position).split('\n').length;
      problems.set(resolvedTarget.problem, line);
    }
    return resolvedTarget;
  };
}

/** Registers headings, and the target labels above them, as link targets. Returns the anchors that differ from GitHub's. */
function defineHeadings(nodes: readonly RstNode[], scope: InlineScope): Map<RstHeading, string> {
  const { targets } = scope.definitions;
  const ids = new Map<RstHeading, string>();
  const seenNames = new Set<string>();
  for (const node of nodes) {
    if (node.kind !== 'heading') continue;
    const title = getPlainTitle(node, scope);
    const id = node.isCode ? getObjectAnchor(node, seenNames) : createHeadingId(title, node.labels, seenNames);
    if (id !== undefined) ids.set(node, id);
    seenNames.add(id ?? getSlug(title));
    for (const label of node.labels) scope.titles.set(label, title);
    const name = normalizeName(title);
    if (!targets.has(name)) targets.set(name, { id: id ?? getSlug(title) });
  }
  return ids;
}

function getPlainTitle({ rst, isCode }: RstHeading, scope: InlineScope): string {
  return (isCode ? rst : toPlainText(rst, scope)).replaceAll(/\s+/g, ' ').trim();
}

/** Returns the anchor that Sphinx generates for an object, or the anchor of the label above the object. */
function getObjectAnchor({ id, labels }: RstHeading, seen: ReadonlySet<string>): string | undefined {
  return [id, ...labels.map(makeId)].find((anchor) => anchor !== undefined && anchor !== '' && !seen.has(anchor));
}

/** Removes a line with only a name, such as the name of a setting, if the heading below it contains the same name. */
function removeRepeatedNames(nodes: readonly RstNode[], scope: InlineScope): RstNode[] {
  return nodes.filter((node, index) => {
    const nextNode = nodes[index + 1];
    if (node.kind !== 'lines' || node.name === undefined || nextNode?.kind !== 'heading' || nextNode.isCode)
      return true;
    return !toPlainText(nextNode.rst, scope).includes(node.name);
  });
}
