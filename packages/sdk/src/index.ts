export type { CaptureHandle, CaptureStats } from './client/capture-client.ts';
export type { CallerKind, CapturedBodies, CaptureOptions, CaptureProblem } from './options.ts';
