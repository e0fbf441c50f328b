export type { Candidate } from './candidate.ts';
export { LEFT_OUT_KINDS, type LeftOutKind } from './kinds.ts';
export { leftOut } from './left-out.ts';
