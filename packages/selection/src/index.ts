export type { Candidate } from './candidate-page.ts';
export { findKeptPath, findSkipped } from './find-skipped.ts';
export { SKIPPED_KINDS, type SkippedKind } from './skipped-kinds.ts';
