export { readNotebook } from './read-notebook.ts';
