/** Base path of the operations of use cases. */
export const USE_CASES_PATH = '/api/v1/projects/{slug}/use-cases';
/** Properties that all operations of use cases share. */
export const USE_CASE_ROUTE = { tags: ['Use cases'], 'x-extension': true, 'x-area': 'use-cases', 'x-role': 'member' };
