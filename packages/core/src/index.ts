export {
  type Client,
  type CreateResult,
  createClient,
  type RequestOptions,
  type WriteOptions,
} from './client/api-client.ts';
export { type ApiResponse, findId, isHtmlPage } from './client/api-response.ts';
export { BaseUrlError, isLoopback, parseBaseUrl } from './client/base-url.ts';
export { type ApiRequest, createTransport, type Transport, type TransportOptions } from './client/http-transport.ts';
export { listSecretEncodings, replaceSecrets } from './client/secret-encodings.ts';
export { CLIENT_KINDS, getClientKind } from './client-kind.ts';
export { type ContextItemInput, contextItemInput } from './contract/context-item.ts';
export { type DataSourceInput, dataSourceInput } from './contract/data-source.ts';
export { API_PREFIX, MAX_CONTENT_CHARS, MAX_TITLE_CHARS } from './contract/limits.ts';
export { type LogFilters, logFilters } from './contract/log-filters.ts';
export { hasUrlCredentials, NO_URL_CREDENTIALS, removeUrlCredentials } from './contract/url-credentials.ts';
export { ApiError, type ApiErrorDetails, type ApiErrorKind } from './errors/api-error.ts';
export { AbortedError, NetworkError, TimeoutError } from './errors/connection-errors.ts';
export {
  ForbiddenError,
  HtmlResponseError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  RedirectedError,
  ServerError,
  UnauthorizedError,
} from './errors/response-errors.ts';
export { fetchAccess } from './extensions/account.ts';
export {
  type Capabilities,
  capabilities,
  fetchCapabilities,
  NO_CAPABILITIES,
  readCapabilities,
} from './extensions/capabilities.ts';
export {
  type ContextItemExtensions,
  createContextItemExtensions,
  isGone,
  type ListedItem,
} from './extensions/context-items.ts';
export {
  createDocsExtensions,
  createDocsPreviewExtensions,
  type DocsBatchResult,
  type DocsExtensions,
  type DocsNavigationEntry,
  type DocsPageLine,
  type DocsPreviewExtensions,
  type DocsPreviewLine,
  formatPageLines,
  isChangedMeanwhile,
  type ListedFile,
  type ListedPage,
  type RemoteDocsSettings,
  type RemotePage,
  type RemotePreview,
} from './extensions/docs-pages.ts';
export {
  type Backoff,
  computeBackoffMs,
  getRateLimitResetMs,
  getRequestedDelayMs,
  type HeaderSource,
  type RetryOptions,
  retry,
  retryAfterMs,
} from './retry.ts';
export { DEFAULT_ACTION, formatWorkflow, type WorkflowSettings } from './workflow.ts';
