import { createHash } from 'node:crypto';
import { getAssetContent, getAssetPath } from '../../platform/pages/assets.ts';
import { type AccentColor, formatAccentStyles } from './accent-color.ts';

/** Matches the path of the styles of a portal with an accent color of its own. */
const PATH = /^assets\/portal\.([0-9a-f]{16})\.css$/;

const getStyles = (accent: AccentColor): string => `${getAssetContent('portal')}${formatAccentStyles(accent)}`;
const getHash = (styles: string): string => createHash('sha256').update(styles).digest('hex').slice(0, 16);

/** Returns the address of the styles of a portal, which changes with them. @param base path at which the portal starts */
export function getStylesAddress(base: string, accent: AccentColor | null): string {
  return accent === null ? getAssetPath('portal') : `${base}/assets/portal.${getHash(getStyles(accent))}.css`;
}

/** Returns the styles at a path of the portal; undefined if the path is not that of styles. */
export function findStyles(path: string, accent: AccentColor | null): string | undefined {
  const hash = PATH.exec(path)?.[1];
  if (hash === undefined || accent === null) return undefined;
  const styles = getStyles(accent);
  return getHash(styles) === hash ? styles : undefined;
}
