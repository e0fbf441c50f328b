/** Most characters a context item's title may have (API specification, "Limits"). */
export const TITLE_LIMIT = 120;

/** Most characters a context item's content may have, so that it is embedded as one retrieval chunk (API specification, "Limits"). */
export const CONTENT_LIMIT = 8000;

/** Prefix of every path of the API (API specification, "Versioning"). */
export const API_PREFIX = 'api/v1';
