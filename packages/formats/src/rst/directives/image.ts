import type { Image } from '../node.ts';
import { warn } from '../parse-state.ts';
import { addAll } from './add-all.ts';
import { type Directive, type DirectiveHandler, optionOf } from './directive.ts';

export function imageOf(directive: Directive): Image {
  const target = optionOf(directive, 'target');
  const alt = optionOf(directive, 'alt')?.replaceAll(/\s+/g, ' ') ?? '';
  return { uri: directive.argument.join('').replaceAll(' ', ''), alt, ...(target === undefined ? {} : { target }) };
}

export const addImage: DirectiveHandler = (state, directive, into) => {
  const image = imageOf(directive);
  if (image.uri === '') warn(state, directive.line, 'The image names no file');
  else into.push({ kind: 'paragraph', text: [{ image }], line: directive.line });
};

/** An image with its caption and legend below it. */
export const addFigure: DirectiveHandler = (state, directive, into, parse) => {
  addImage(state, directive, into, parse);
  addAll(into, parse(state, directive.content));
};
