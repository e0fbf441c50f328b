export { BaseUrlError, isLoopback, parseBaseUrl } from './client/base-url.ts';
export { type Client, type Created, createClient, type ReadOptions, type WriteOptions } from './client/client.ts';
export { type Answer, isWebPage, looseId } from './client/loose-answer.ts';
export { secretForms, withoutSecrets } from './client/secret-forms.ts';
export { type Call, createTransport, type Transport, type TransportOptions } from './client/transport.ts';
export { type ContextItemInput, contextItemInput } from './contract/context-item.ts';
export { type DataSourceInput, dataSourceInput } from './contract/data-source.ts';
export { API_PREFIX, CONTENT_LIMIT, TITLE_LIMIT } from './contract/limits.ts';
export { type LogFilters, logFilters } from './contract/log-filters.ts';
export {
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  RedirectedError,
  ServerError,
  UnauthorizedError,
  WebPageError,
} from './errors/answered.ts';
export { ApiError, type ApiErrorDetails, type ApiErrorKind } from './errors/api-error.ts';
export { AbortedError, NetworkError, TimeoutError } from './errors/unanswered.ts';
export { fetchAccess } from './extensions/account.ts';
export {
  type Capabilities,
  capabilities,
  capabilitiesOf,
  fetchCapabilities,
  NO_CAPABILITIES,
} from './extensions/capabilities.ts';
export {
  type ContextItemExtensions,
  createContextItemExtensions,
  type ListedItem,
  saysGone,
} from './extensions/context-items.ts';
export {
  type Backoff,
  backoffMs,
  type HeaderSource,
  type RetryOptions,
  rateLimitResetMs,
  requestedDelayMs,
  retry,
  retryAfterMs,
} from './retry.ts';
export { graphemeBoundary, truncate, truncateMiddle } from './text.ts';
