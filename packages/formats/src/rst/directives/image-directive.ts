import { warn } from '../parse-state.ts';
import type { Image } from '../rst-node.ts';
import { addAll } from './append-nodes.ts';
import { type Directive, type DirectiveHandler, getOption } from './directive.ts';

export function createImage(directive: Directive): Image {
  const target = getOption(directive, 'target');
  const alt = getOption(directive, 'alt')?.replaceAll(/\s+/g, ' ') ?? '';
  return { uri: directive.argument.join('').replaceAll(' ', ''), alt, ...(target === undefined ? {} : { target }) };
}

/** Matches the classes of themes for images that sites show only in dark mode, next to an image for light mode. */
const DARK_ONLY_CLASS = /(?:^|\s)(?:only-dark|dark-only)(?:\s|$)/;

export const addImage: DirectiveHandler = (state, directive, into) => {
  if (DARK_ONLY_CLASS.test(getOption(directive, 'class') ?? '')) return;
  const image = createImage(directive);
  if (image.uri === '') warn(state, directive.line, 'The image has no file name');
  else into.push({ kind: 'paragraph', text: [{ image }], line: directive.line });
};

/** Adds an image with its caption and legend. */
export const addFigure: DirectiveHandler = (state, directive, into, parse) => {
  addImage(state, directive, into, parse);
  addAll(into, parse(state, directive.content));
};
