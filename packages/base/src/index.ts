export { computeEditDistance, findClosestName } from './closest-name.ts';
export { getElementAt, getExisting, getLast } from './element-at.ts';
export { findGraphemeBoundary, truncate, truncateMiddle } from './text.ts';
