import type { BlockMacro } from '../blocks/block-types.ts';
import { encodeDestination, escapeText } from '../inline/escape-text.ts';
import { formatImage, joinFolder } from '../inline/inline-image.ts';
import type { Output } from './block-output.ts';
import type { RenderState } from './render-state.ts';

/** Writes an image, or a link to a video or an audio file. */
export function renderMacro(macro: BlockMacro, out: Output, { attributes }: RenderState): void {
  const { name, target, attributes: list, from } = macro;
  const folder = attributes.get('imagesdir', from) ?? '';
  if (name === 'image') {
    const { markdown, link } = formatImage(target, list, folder);
    out.line(link === '' ? markdown : `[${markdown}](${encodeDestination(link)})`, from);
    return;
  }
  const url = createMediaUrl(target, list.positional[0] ?? '', folder);
  const label = name === 'video' ? 'Video' : 'Audio';
  out.line(`[${label}: ${escapeText(target, '', '', true)}](${encodeDestination(url)})`, from);
}

/** Returns the URL of a media file, or of its page on a video platform. */
function createMediaUrl(target: string, platform: string, folder: string): string {
  if (platform === 'youtube') return `https://www.youtube.com/watch?v=${target.split(/[/,]/, 1)[0]}`;
  if (platform === 'vimeo') return `https://vimeo.com/${target.split('/', 1)[0]}`;
  return joinFolder(target, folder);
}
