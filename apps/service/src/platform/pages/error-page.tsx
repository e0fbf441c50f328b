import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { LinkButton, State } from './elements.tsx';
import type { IconName } from './icons.tsx';
import { HOME } from './next-path.ts';
import type { PageContent, PageRequest } from './page.ts';

/** An error that a page shows instead of its content. */
export interface PageError {
  readonly status: ContentfulStatusCode;
  readonly message: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Titles and icons of errors, by status. */
const TITLES: Readonly<Record<number, readonly [title: string, icon: IconName]>> = {
  400: ['The request is invalid', 'circle-alert'],
  403: ['You cannot do this', 'lock'],
  404: ['Not found', 'search-x'],
  405: ['Not found', 'search-x'],
  410: ['This no longer works', 'search-x'],
  413: ['The form is too large', 'circle-alert'],
  421: ['Pages are at another URL', 'plug'],
  429: ['Too many requests', 'circle-alert'],
  502: ['Another service failed', 'plug'],
  503: ['The service is not available at the moment', 'plug'],
};

/**
 * Creates the page for an error.
 * @param request request that failed
 */
export function createErrorPage(
  { status, message, requestId, headers = {} }: PageError,
  { path, session, isOnPortalHost }: Pick<PageRequest, 'path' | 'session' | 'isOnPortalHost'>,
): PageContent {
  const [title, icon] = TITLES[status] ?? ['Something went wrong', 'circle-alert'];
  const isTemporary = status === 429 || status >= 500;
  return {
    title,
    status,
    headers,
    body: (
      <State icon={icon} title={`Error ${status}`}>
        <p>{/[.!?]$/.test(message) ? message : `${message}.`}</p>
        <p class="hint">{`Request id: ${requestId}`}</p>
        {isTemporary ? (
          <LinkButton href={path}>Try again</LinkButton>
        ) : isOnPortalHost ? (
          <LinkButton href="/">Start at the beginning</LinkButton>
        ) : (
          <LinkButton href={HOME}>{session ? 'Go to your projects' : 'Sign in'}</LinkButton>
        )}
      </State>
    ),
  };
}
