export { getErrorCode, truncateCode } from './error-code.ts';
export { type ErrorFacts, findHint } from './find-hint.ts';
export { formatHelpLink } from './help-link.ts';
export { addMember, formatHintMember, MAX_EXTENDED_LENGTH } from './hint-member.ts';
export {
  type CompiledHint,
  type HintMatch,
  MAX_HINTS,
  MAX_SET_BYTES,
  parseHintSet,
  splitTemplate,
} from './hint-set.ts';
export { isHeldOut } from './hold-out.ts';
