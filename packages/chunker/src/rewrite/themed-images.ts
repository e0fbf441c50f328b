import { MAX_TAG_SCAN_CHARS, parseTag } from '@context-sync/formats';
import { type ScannedText, type TextEdit, visitOutsideCode } from './text-edits.ts';

/** Matches the marks of images that sites show only in dark mode: fragments of GitHub and Material for MkDocs, and classes of Sphinx themes and Tailwind. */
const DARK_ONLY =
  /#(?:gh-dark-mode-only|only-dark)\b|(?:^|[\s."'])(?:only-dark|dark-only|light:sl-hidden)(?=[\s"'}]|$)/;
const DARK_CLASSES = /(?:^|\s)hidden(?:\s.*)?\sdark:(?:block|inline|inline-block|flex)(?:\s|$)/;
/** Matches the marks of images that sites show only in light mode. */
const LIGHT_ONLY = /gh-light-mode-only|only-light|light-only|dark:hidden|dark:sl-hidden/;
/** Matches an image of Markdown with its attribute list. */
const IMAGE = /!\[[^\][\n]{0,500}\]\(([^()\n]{1,1000})\)(?:\{:?([^{}\n]{0,300})\})?/y;

/**
 * Removes the images of dark mode from pages that contain the same images for light mode, because items and pages would contain both. Sites show one of the
 * two.
 */
export function createThemedImageEdits(draft: ScannedText): TextEdit[] {
  const { text } = draft.lines;
  if (!LIGHT_ONLY.test(text)) return [];
  const edits: TextEdit[] = [];
  visitOutsideCode(draft, '![', (_block, offset) => {
    IMAGE.lastIndex = offset;
    const [image, target = '', attributes = ''] = IMAGE.exec(text) ?? [];
    if (image === undefined) return undefined;
    if (DARK_ONLY.test(target) || DARK_ONLY.test(attributes))
      edits.push({ start: offset, end: offset + image.length, text: '' });
    return offset + image.length;
  });
  const budget = { left: MAX_TAG_SCAN_CHARS };
  visitOutsideCode(draft, '<img', (_block, offset) => {
    const tag = parseTag(text, offset, budget);
    if (!tag) return undefined;
    const isHidden = ['src', 'class', 'className'].some((name) => {
      const value = tag.props.get(name);
      return typeof value === 'string' && (DARK_ONLY.test(value) || DARK_CLASSES.test(value));
    });
    if (isHidden) edits.push({ start: tag.start, end: tag.end, text: '' });
    return tag.end;
  });
  return edits;
}
