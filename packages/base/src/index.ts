export { computeEditDistance, findClosestName } from './closest-name.ts';
export { getElementAt, getExisting, getLast } from './element-at.ts';
export { getErrorCode, getErrorMessage } from './error-code.ts';
export { copyText, findGraphemeBoundary, truncate, truncateMiddle } from './text.ts';
