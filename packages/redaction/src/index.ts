export { encodeBase64, findEncodedTexts } from './base64.ts';
export { isWithinDepth, MAX_JSON_DEPTH } from './json-depth.ts';
export { JsonScanner } from './json-scanner.ts';
export { createRedaction, type Redaction } from './redact.ts';
export { REDACTED } from './redaction-marker.ts';
