/**
 * Headers of every response that may contain data: caches must not store the response, and browsers must not guess another media type. Event streams must also
 * not be transformed, because a proxy that compresses them would delay their events.
 */
export const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
