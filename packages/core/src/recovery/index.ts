export { boundedCode, getErrorCode } from './error-code.ts';
export { type ErrorFacts, findHint } from './find-hint.ts';
export { helpLink } from './help-link.ts';
export { addMember, hintMember, MAX_EXTENDED_LENGTH } from './hint-member.ts';
export {
  type CompiledHint,
  type HintMatch,
  MAX_HINTS,
  MAX_SET_BYTES,
  parseHintSet,
  templateSegments,
} from './hint-set.ts';
export { isHeldOut } from './hold-out.ts';
