/** Base path of all operations of the docs. */
export const DOCS_PATH = '/api/v1/projects/{slug}/docs';
/** Properties that all operations of the docs share. */
export const DOCS_ROUTE = { tags: ['Docs'], 'x-extension': true, 'x-area': 'docs' };
