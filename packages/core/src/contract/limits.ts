/** Maximum length of a context item's title (API specification, "Limits"). */
export const MAX_TITLE_CHARS = 120;

/** Maximum length of a context item's content, which is embedded as one retrieval chunk (API specification, "Limits"). */
export const MAX_CONTENT_CHARS = 8000;

/** Prefix of every path of the API (API specification, "Versioning"). */
export const API_PREFIX = 'api/v1';
