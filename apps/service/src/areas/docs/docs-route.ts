/** Path of all operations of the docs. */
export const DOCS_PATH = '/api/v1/projects/{slug}/docs';
/** What all operations of the docs have in common. */
export const DOCS_ROUTE = { tags: ['Docs'], 'x-extension': true, 'x-area': 'docs' };
