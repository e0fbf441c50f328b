export type { CaptureHandle, CaptureStats } from './client/capture-client.ts';
export type { CallerKind } from './log/caller-kind.ts';
export type { CapturedBodies, CaptureOptions, CaptureProblem } from './options.ts';
