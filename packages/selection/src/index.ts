export { LEFT_OUT_KINDS, type LeftOutKind } from './kinds.ts';
export { leftOut } from './left-out.ts';
export type { Candidate } from './page.ts';
