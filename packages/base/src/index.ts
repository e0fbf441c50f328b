export { getElementAt, getExisting, getLast } from './element-at.ts';
export { findGraphemeBoundary, truncate, truncateMiddle } from './text.ts';
