import type { CandidatePage } from '../candidate-page.ts';
import { parseLanguage } from '../language/language-tag.ts';

const NAME_PATTERN =
  /^(licen[cs]es?|unlicen[cs]e|copying\d?|copyright|notices?|third[-_]party[-_](?:licen[cs]es?|notices?))(?:[-_. ](.{1,40}))?$/i;
const PLAIN_LICENSE = /^(?:un)?licen[cs]e$/i;
/** Matches what can follow "LICENSE": the name of a license, the licensed content, or a number. Other names, such as LICENSE_KEYS, are pages. */
const LICENSE_SUFFIX =
  /^(?:(?:mit|apache|bsd|gpl|lgpl|agpl|gfdl|fdl|mpl|cc|by|epl|cddl|eupl|isc|zlib|bsl|boost|ofl|unicode|wtfpl|psf|artistic|ms|unlicense|lesser|lib|runtime|docs?|documentation|code|content|text|assets|fonts?|images|third|3rd)v?\d*|v?\d+)(?:[-_. ]|$)/i;

/** Returns whether the page is a license text or its notice. `licensing.md` and `license-keys.md` are pages. */
export function isLicense({ folders, stem, extension }: CandidatePage): boolean {
  // The REUSE specification requires one file per license in this folder.
  if (folders.at(-1) === 'LICENSES') return true;
  const [, name, rest] = NAME_PATTERN.exec(stem) ?? [];
  if (name === undefined) return false;
  if (rest !== undefined && !LICENSE_SUFFIX.test(rest) && parseLanguage(rest) === undefined) return false;
  if (name === name.toUpperCase()) return true;
  return PLAIN_LICENSE.test(name) && (folders.length === 0 || extension === 'txt' || extension === '');
}
