import { getElementAt } from '@context-sync/base';
import { parseAttributeList } from '../source/attribute-list.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import type { BlockMetadata } from './block-metadata.ts';
import type { Block } from './block-types.ts';
import type { ParseState } from './parse-state.ts';
import { createTitleProperty } from './title-property.ts';

const MACRO_PATTERN = /^(image|video|audio|toc)::([^[\]]{0,4000})\[/;

/** Parses a block macro. Returns "nothing" if the macro has no content for readers. */
export function parseMacro(
  { text, from }: AsciidocLine,
  metadata: BlockMetadata,
  state: ParseState,
): Block | 'nothing' | undefined {
  const match = text.endsWith(']') ? MACRO_PATTERN.exec(text) : null;
  if (!match) return undefined;
  const name = match[1];
  if (name !== 'image' && name !== 'video' && name !== 'audio') return 'nothing';
  if (match[2] === '') return undefined;
  const attributes = parseAttributeList(state.inline.resolve(text.slice(match[0].length, -1), from));
  const title = attributes.named.get('title');
  return {
    kind: 'macro',
    name,
    target: state.inline.resolve(getElementAt(match, 2), from),
    attributes,
    from,
    ...(title ? { title: { text: title, from } } : createTitleProperty(metadata)),
  };
}
