import { parseConfig } from '@context-sync/formats';
import { getText } from '../config/config-values.ts';

/** Matches files with which Docusaurus, Fumadocs and Nuxt Content set the title of a folder. */
const LABEL_FILE = /(?:^|\/)(?:_category_\.(?:json|ya?ml)|meta\.json|\.navigation\.ya?ml|_dir\.ya?ml)$/;
/** Maximum length of a file that contains the title of a folder. */
const MAX_LENGTH = 20_000;

/** Returns whether the file may contain the title of its folder. */
export function isLabelFile(path: string): boolean {
  return LABEL_FILE.test(path);
}

/** Returns the title that the file gives to its folder. */
export function readFolderLabel(path: string, text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const data = parseConfig(path, text);
  return getText(data, 'label') ?? getText(data, 'title');
}
