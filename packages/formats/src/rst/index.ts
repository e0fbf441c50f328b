export { readRst } from './read-rst.ts';
