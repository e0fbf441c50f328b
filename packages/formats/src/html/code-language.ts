import { type Element, getClasses, getElements } from './html-node.ts';

/** Number of ancestors that are searched for the language. */
const MAX_ANCESTORS = 3;

/** Maximum number of children of an element that is treated as a wrapper around one code block. */
const MAX_WRAPPER_CHILDREN = 8;

const PREFIXED_CLASS = /^(?:(?:language|lang|highlight-source|highlight|brush|src)-|brush:)(.+)$/;

/** Class name suffixes that are not languages. */
const NON_LANGUAGES = new Set([
  'default',
  'guess',
  'none',
  'nohighlight',
  'no-highlight',
  'notranslate',
  'output',
  'plain',
  'plaintext',
  'source',
  'text',
  'txt',
  'wrapper',
  'lines',
  'box',
]);

/** Languages that some generators write as a class name without a prefix. */
const LANGUAGE_CLASSES = new Set(
  `bash c clojure cpp cs csharp css dart diff dockerfile elixir erlang go graphql groovy haskell hcl html http ini java javascript js json
  jsx kotlin less lua makefile matlab mermaid objectivec ocaml perl php powershell protobuf python r ruby rust sass scala scss sh shell sql
  swift terraform toml ts tsx typescript vim xml yaml yml zig`.split(/\s+/),
);

/** Returns the language of a code block for its fence, from the classes of the block, its content, or its wrappers. */
export function parseLanguage(block: Element): string {
  const codeElement = getElements(block).find(({ name }) => name === 'code');
  const candidates = codeElement ? [codeElement, block] : [block];
  let ancestor = block.parent;
  for (let step = 0; step < MAX_ANCESTORS && ancestor; ancestor = ancestor.parent) {
    // Ignore the table that wraps numbered lines.
    if (/^(?:td|tr|tbody|table)$/.test(ancestor.name)) continue;
    candidates.push(ancestor);
    step += 1;
  }
  for (const candidate of candidates) {
    const isCode = candidate === codeElement || candidate === block;
    // An element with more content is not a wrapper of this block, and its class may name a human language.
    if (!isCode && candidate.children.length > MAX_WRAPPER_CHILDREN) break;
    const language = getLanguageFromAttribute(candidate) ?? getLanguageFromClass(candidate, isCode);
    if (language !== undefined) return language;
  }
  return '';
}

function getLanguageFromAttribute({ attributes }: Element): string | undefined {
  return normalizeLanguage(attributes.get('data-lang') ?? attributes.get('data-language'));
}

function getLanguageFromClass(element: Element, isCode: boolean): string | undefined {
  const classes = getClasses(element);
  for (const [index, name] of classes.entries()) {
    const language = normalizeLanguage(
      name === 'brush:' ? classes[index + 1]?.replace(/;$/, '') : PREFIXED_CLASS.exec(name)?.[1]?.replace(/;$/, ''),
    );
    if (language !== undefined) return language;
  }
  return isCode ? classes.find((name) => LANGUAGE_CLASSES.has(name)) : undefined;
}

function normalizeLanguage(language: string | undefined): string | undefined {
  const name = language?.trim().toLowerCase();
  return name && /^[a-z][\w+#.-]{0,30}$/.test(name) && !NON_LANGUAGES.has(name) ? name : undefined;
}
