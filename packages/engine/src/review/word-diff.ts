import { type Change, diffWordsWithSpace } from 'diff';

/** A part of a text: text that both versions contain, or that only the old or only the new version contains. */
export interface DiffPart {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Maximum number of differing words. With more, the texts have little in common, and the comparison would take too long. */
const MAX_EDITS = 1_500;
/** Maximum number of characters, without spaces, between two changes that are merged. */
const MAX_SEPARATOR_CHARACTERS = 3;
/** Maximum length of a text that is compared, in characters. It is longer than any item. */
const MAX_CHARACTERS = 20_000;

/** Returns the difference of two texts by words; undefined if they differ too much. The result depends only on the texts, not on the time. */
export function diffWords(before: string, after: string): DiffPart[] | undefined {
  if (before.length > MAX_CHARACTERS || after.length > MAX_CHARACTERS) return undefined;
  const changes = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  return changes && mergeFragments(changes);
}

/**
 * Merges changes that only a few characters separate, so that a reader sees phrases instead of fragments of words. A change becomes at most one removed
 * and one added part.
 */
function mergeFragments(changes: readonly Change[]): DiffPart[] {
  const parts: DiffPart[] = [];
  let [removed, added] = ['', ''];
  const flush = () => {
    if (removed !== '') parts.push({ kind: 'removed', text: removed });
    if (added !== '') parts.push({ kind: 'added', text: added });
    [removed, added] = ['', ''];
  };
  for (const [index, change] of changes.entries()) {
    const isBetweenChanges = removed + added !== '' && index < changes.length - 1;
    if (change.removed) removed += change.value;
    else if (change.added) added += change.value;
    else if (isBetweenChanges && change.value.trim().length <= MAX_SEPARATOR_CHARACTERS) {
      removed += change.value;
      added += change.value;
    } else {
      flush();
      parts.push({ kind: 'same', text: change.value });
    }
  }
  flush();
  return parts;
}
