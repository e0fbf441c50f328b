import { createHash } from 'node:crypto';
import { getAssetContent, getAssetPath } from '../../platform/pages/assets.ts';
import { type AccentColor, formatAccentStyles } from './accent-color.ts';

/** Matches the path of the style sheet of a portal with a custom accent color. */
const PATH = /^assets\/portal\.([0-9a-f]{16})\.css$/;

const getStyles = (accent: AccentColor): string => `${getAssetContent('portal')}${formatAccentStyles(accent)}`;
const getHash = (styles: string): string => createHash('sha256').update(styles).digest('hex').slice(0, 16);

/** Returns the URL of the style sheet of a portal, which changes with its content. @param base path at which the portal starts */
export function getStylesAddress(base: string, accent: AccentColor | null): string {
  return accent === null ? getAssetPath('portal') : `${base}/assets/portal.${getHash(getStyles(accent))}.css`;
}

/** Returns the style sheet at a path of the portal; undefined if the path is not that of a style sheet. */
export function findStyles(path: string, accent: AccentColor | null): string | undefined {
  const hash = PATH.exec(path)?.[1];
  if (hash === undefined || accent === null) return undefined;
  const styles = getStyles(accent);
  return getHash(styles) === hash ? styles : undefined;
}
