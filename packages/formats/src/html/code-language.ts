import { classesOf, type Element, elementsOf } from './node.ts';

/** How far around code its language is looked for. */
const REACH = 3;

/** Most nodes of an element that may be a wrapper around one block of code. */
const WRAPPED = 8;

const PREFIXED = /^(?:(?:language|lang|highlight-source|highlight|brush|src)-|brush:)(.+)$/;

/** Names that stand for no language, or say something else about the code. */
const NONE = new Set([
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

/** Names that some generators give as a class of its own. */
const BARE = new Set(
  `bash c clojure cpp cs csharp css dart diff dockerfile elixir erlang go graphql groovy haskell hcl html http ini java javascript js json
  jsx kotlin less lua makefile matlab mermaid objectivec ocaml perl php powershell protobuf python r ruby rust sass scala scss sh shell sql
  swift terraform toml ts tsx typescript vim xml yaml yml zig`.split(/\s+/),
);

/** The language of a block of code, as its fence names it: by the class of the block, of what is in it, or of what stands around it. */
export function languageOf(block: Element): string {
  const inner = elementsOf(block).find(({ name }) => name === 'code');
  const places = inner ? [inner, block] : [block];
  let outer = block.parent;
  for (let step = 0; step < REACH && outer; outer = outer.parent) {
    // Numbered lines stand in a table.
    if (/^(?:td|tr|tbody|table)$/.test(outer.name)) continue;
    places.push(outer);
    step += 1;
  }
  for (const place of places) {
    const isCode = place === inner || place === block;
    // What holds much else tells nothing of this block, and may name the language that people speak.
    if (!isCode && place.children.length > WRAPPED) break;
    const language = attributeOf(place) ?? classOf(place, isCode);
    if (language !== undefined) return language;
  }
  return '';
}

function attributeOf({ attributes }: Element): string | undefined {
  return valid(attributes.get('data-lang') ?? attributes.get('data-language'));
}

function classOf(element: Element, isCode: boolean): string | undefined {
  const classes = classesOf(element);
  for (const [index, name] of classes.entries()) {
    const language = valid(
      name === 'brush:' ? classes[index + 1]?.replace(/;$/, '') : PREFIXED.exec(name)?.[1]?.replace(/;$/, ''),
    );
    if (language !== undefined) return language;
  }
  return isCode ? classes.find((name) => BARE.has(name)) : undefined;
}

function valid(language: string | undefined): string | undefined {
  const name = language?.trim().toLowerCase();
  return name && /^[a-z][\w+#.-]{0,30}$/.test(name) && !NONE.has(name) ? name : undefined;
}
