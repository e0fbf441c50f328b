import type { CandidatePage } from '../candidate-page.ts';
import { parseLanguage } from '../language/language-tag.ts';
import type { SkippedKind } from '../skipped-kinds.ts';
import { isChangelog } from './changelog.ts';
import { isLicense } from './license.ts';

/** A kind of document that is recognized by its file name. */
interface FileNameKind {
  readonly kind: SkippedKind;
  /** Reason why such a page is skipped. */
  readonly reason: string;
  is(page: CandidatePage): boolean;
}

/**
 * The kinds of documents that are recognized by file name. Repositories use the uppercase names for these files in all folders. Lowercase names may be API
 * terms (`api/license.md`), so files with lowercase names are skipped only if the name is unambiguous and the file is at the root. SECURITY is kept, because
 * API users ask how to report a vulnerability and which versions get fixes.
 */
export const FILE_NAME_KINDS: readonly FileNameKind[] = [
  { kind: 'licenses', reason: 'it is a license', is: isLicense },
  { kind: 'changelogs', reason: 'it is a changelog', is: isChangelog },
  { kind: 'contributing', reason: 'it is a guide for contributors', is: isContributing },
  { kind: 'code-of-conduct', reason: 'it is a code of conduct', is: isConduct },
  { kind: 'templates', reason: 'it is a template for issues or pull requests', is: isTemplate },
];

function isContributing({ folders, stem }: CandidatePage): boolean {
  const [, name = '', language] = /^(contributing)(?:[-_.](.{1,10}))?$/i.exec(stem) ?? [];
  return (name === 'CONTRIBUTING' || (name !== '' && folders.length === 0)) && isCodeOrNone(language);
}

function isConduct({ stem }: CandidatePage): boolean {
  const conductMatch = /^code[-_ ]?of[-_ ]?conduct(?:[-_.](.{1,10}))?$/i.exec(stem);
  return conductMatch !== null && isCodeOrNone(conductMatch[1]);
}

function isTemplate({ folders, stem }: CandidatePage): boolean {
  if (/^(?:issue|pull_request|merge_request)_template$/i.test(stem)) return true;
  const parentFolder = folders.at(-2);
  const folder = folders.at(-1) ?? '';
  if (parentFolder === '.gitlab') return folder === 'issue_templates' || folder === 'merge_request_templates';
  return /^(?:issue|pull_request)_template$/i.test(folder);
}

function isCodeOrNone(text: string | undefined): boolean {
  return text === undefined || parseLanguage(text) !== undefined;
}
