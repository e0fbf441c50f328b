export { OtlpError, type OtlpSpan, OtlpSyntaxError, type OtlpTraces } from './otlp-span.ts';
export { encodeBytesField, encodeVarintField } from './protobuf-wire.ts';
export { readJsonTraces } from './read-json.ts';
export { readProtobufTraces } from './read-protobuf.ts';
export { findIdProblem, getSpanRequest } from './span-request.ts';
export { findInnerUsers } from './span-users.ts';
