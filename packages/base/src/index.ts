export { elementAt, getExisting, getLast } from './element-at.ts';
export { graphemeBoundary, truncate, truncateMiddle } from './text.ts';
