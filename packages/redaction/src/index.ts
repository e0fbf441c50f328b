export { isWithinDepth, MAX_JSON_DEPTH } from './json-depth.ts';
export { type CapturedRequest, createRedact, createRedaction, type Redaction } from './redact.ts';
export { REDACTED } from './redaction-marker.ts';
