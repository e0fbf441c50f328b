export { elementAt, getExisting, lastOf } from './element-at.ts';
export { graphemeBoundary, truncate, truncateMiddle } from './text.ts';
