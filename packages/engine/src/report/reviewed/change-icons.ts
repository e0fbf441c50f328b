import type { WrittenChangeKind } from '../describe-changes.ts';

/** Icons of kinds of changes. Changes that remove text from the platform are red, and moves have a different icon. */
export const CHANGE_ICONS: Readonly<Record<WrittenChangeKind | 'move', string>> = {
  create: '🟢',
  update: '🟡',
  supersede: '🟠',
  defer: '⚪',
  delete: '🔴',
  orphan: '🔴',
  restore: '⚪',
  forget: '⚪',
  wait: '⏳',
  hold: '❓',
  move: '🔵',
};
