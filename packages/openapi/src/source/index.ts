export * from './openapi-source.ts';
export { decodeSource, detectFormat, formatFault, parseSource, type SourceFormat } from './parse-source.ts';
export { NOT_OPENAPI_REASON, recognizeText } from './recognize-openapi.ts';
