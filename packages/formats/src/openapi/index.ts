export { readOpenapi } from './read-openapi.ts';
