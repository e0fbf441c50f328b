import type { Context, MiddlewareHandler } from 'hono';
import { getClientAddress } from '../access/client-address.ts';
import type { OneTimeTokenPorts } from '../access/one-time-tokens.ts';
import type { App, Environment } from '../access/request-environment.ts';
import { runRequest } from '../access/run-request.ts';
import { hashSecret } from '../access/secrets.ts';
import { type MemberSession, SESSION_USE_INTERVAL_MS, type SessionPorts } from '../access/sessions.ts';
import type { Store } from '../database/store.ts';
import type { PortalHosts } from '../http/portal-hosts.ts';
import type { RateLimits } from '../rate-limit/rate-limits.ts';
import type { Concurrency } from '../rate-limit/running-requests.ts';
import { createErrorPage, type PageError } from './error-page.tsx';
import { FROM_FIELD, TOKEN_FIELD } from './form.tsx';
import { Layout, type NavigationPage } from './layout.tsx';
import { formatSignInPath, HOME, parseOwnPath } from './next-path.ts';
import type { FormValues, MemberRequest, PageContent, PageHandler, PageRequest } from './page.ts';
import { PageFailure } from './page-failure.ts';
import { getPageHeaders } from './page-headers.ts';
import { getPageOrigin, isFromOwnPage } from './page-origin.ts';
import { findReferrer, readForm } from './read-form.ts';
import { getScheme } from './scheme.ts';
import { deriveFormToken, getSessionSecret, isFormToken, keepBrowserSecret } from './session-cookies.ts';
import { findUnsentForm, keepUnsentForm, UNSENT_FORM_PARAMETER } from './unsent-forms.ts';

export interface PageOptions {
  readonly store: Store<OneTimeTokenPorts & SessionPorts>;
  readonly limits: RateLimits;
  readonly concurrency: Concurrency;
  readonly limitBodySize: MiddlewareHandler<Environment>;
  readonly trustProxy: boolean;
  /** Public URL of the service. Without this URL, pages work only in a browser on the same machine. */
  readonly publicUrl: string | undefined;
  readonly portalHosts?: PortalHosts;
}

/** Who may see a page or send a form. */
interface AccessRule {
  readonly isForMembers: boolean;
  /** Whether requests are sign-in attempts, which are limited by IP address. */
  readonly isAttempt?: boolean;
  /**
   * Whether the form is on pages that are the same for all visitors, so that it contains no CSRF token. Such a form performs no action for a
   * signed-in member. The headers of the request must show that a page of this service sent it.
   */
  readonly isOnPublicPage?: boolean;
  /** Whether the form contains files. */
  readonly hasFiles?: boolean;
}

/** A page or a form route that an area has added. */
export interface PageRoute extends Pick<AccessRule, 'isForMembers' | 'isOnPublicPage'> {
  /** Whether caches may store the page, because it is the same for all people who may see it. */
  readonly isPublished?: boolean;
  readonly method: 'get' | 'post';
  readonly path: string;
}

/** The session of a request, active or not, and the secret from which the tokens of its forms are derived. */
interface FoundSession {
  readonly formSecret: string;
  readonly session: MemberSession | undefined;
  /** Id of the member whose session has ended. */
  readonly formerUserId: string | undefined;
}

/** The session data for forms that require no session. */
const NO_SESSION: FoundSession = { formSecret: '', session: undefined, formerUserId: undefined };

/** The pages of the areas. */
export class Pages {
  readonly #app: App;
  readonly #options: PageOptions;
  readonly #navigation: NavigationPage[] = [];
  readonly #routes: PageRoute[] = [];
  /** The page requests, from which error pages are created. */
  readonly #requests = new WeakMap<Context, PageRequest>();

  constructor(app: App, options: PageOptions) {
    this.#app = app;
    this.#options = options;
  }

  /** Adds a page for signed-in members. Other people are redirected to the sign-in page, and then back to this page. */
  get(path: string, handler: PageHandler<MemberRequest>): void {
    this.#add('get', path, { isForMembers: true }, (request) => handler(request as MemberRequest));
  }

  /** Adds a public page. @param rule.isAttempt whether a request is a sign-in attempt, which is limited by IP address */
  getPublic(path: string, handler: PageHandler<PageRequest>, rule: { readonly isAttempt?: boolean } = {}): void {
    this.#add('get', path, { isForMembers: false, ...rule }, handler);
  }

  /** Adds a page that an area publishes, for example in a portal. The area creates the response itself, without a session. */
  getPublished(path: string, respond: (c: Context<Environment>) => Promise<Response>): void {
    this.#routes.push({ method: 'get', path, isForMembers: false, isPublished: true });
    this.#app.get(path, respond);
  }

  /** Adds the route to which a form of signed-in members is sent. @param rule.hasFiles whether the form contains files */
  post(path: string, handler: PageHandler<MemberRequest>, rule: Pick<AccessRule, 'hasFiles'> = {}): void {
    this.#add('post', path, { isForMembers: true, ...rule }, (request) => handler(request as MemberRequest));
  }

  /** Adds the route to which a public form is sent. @param rule.isAttempt whether a request is a sign-in attempt, which is limited by IP address */
  postPublic(
    path: string,
    handler: PageHandler<PageRequest>,
    rule: Pick<AccessRule, 'isAttempt' | 'isOnPublicPage'> = {},
  ): void {
    this.#add('post', path, { isForMembers: false, ...rule }, handler);
  }

  /** Adds a page of each project to the navigation. */
  addNavigation(entry: NavigationPage): void {
    this.#navigation.push(entry);
  }

  /** Returns whether a route is a page. Its path is not suggested to clients of the API. */
  has(path: string): boolean {
    return this.#routes.some((route) => route.path === path);
  }

  /** Returns the pages and form routes, in the order in which the areas added them. */
  get routes(): readonly PageRoute[] {
    return this.#routes;
  }

  /** Returns the page for an error; undefined if the client is not a browser. */
  async renderError(c: Context<Environment>, error: PageError): Promise<Response | undefined> {
    const knownRequest = this.#requests.get(c);
    const isBrowser =
      !/^\/(?:api|mcp)(?:\/|$)/.test(c.req.path) && /\btext\/html\b/i.test(c.req.header('accept') ?? '');
    if (!knownRequest && !isBrowser) return undefined;
    const request = knownRequest ?? (await this.#createRequestOfVisitor(c));
    return this.#render(request, createErrorPage(error, request));
  }

  #add(method: 'get' | 'post', path: string, rule: AccessRule, handler: PageHandler<PageRequest>): void {
    const { isForMembers, isOnPublicPage } = rule;
    this.#routes.push({ method, path, isForMembers, ...(isOnPublicPage && { isOnPublicPage }) });
    const respond = async (c: Context<Environment>): Promise<Response> => {
      try {
        return await this.#respond(c, rule, handler);
      } catch (error) {
        if (!(error instanceof PageFailure)) throw error;
        const { status, message } = error;
        const request = this.#requests.get(c) ?? this.#createRequest(c, '');
        return this.#render(request, createErrorPage({ status, message, requestId: c.get('requestId') }, request));
      }
    };
    if (method === 'get') this.#app.get(path, respond);
    else this.#app.post(path, respond);
  }

  async #respond(c: Context<Environment>, rule: AccessRule, handler: PageHandler<PageRequest>): Promise<Response> {
    const { limits, concurrency } = this.#options;
    const origin = this.#getOrigin(c) ?? '';
    const blank = this.#createRequest(c, origin);
    this.#requests.set(c, blank);
    if (origin === '') throw createAddressFailure();
    const isForm = c.req.method === 'POST';
    if (isForm && !isFromOwnPage(c, origin, { mustState: rule.isOnPublicPage === true })) {
      throw new PageFailure(403, 'The form was sent by a page of another site. Open the page here, and send it again.');
    }
    const foundSession = rule.isOnPublicPage ? NO_SESSION : await this.#findSession(c, origin);
    const { session } = foundSession;
    if (rule.isAttempt) limits.signIn(blank.address);
    if (session) limits.key(session.id);
    else limits.anonymous(blank.address);
    if (isForm && isFormOfStranger(rule, foundSession)) {
      return c.redirect(formatSignInPath(findReferrer(c, origin) ? blank.path : HOME), 303);
    }
    const { form, files } = isForm
      ? await this.#readForm(c, rule)
      : { form: await this.#findForm(c, session), files: blank.files };
    const path = (isForm ? parseOwnPath(form[FROM_FIELD], origin) : undefined) ?? blank.path;
    const request = { ...blank, path, session, form, files, formToken: deriveFormToken(foundSession.formSecret) };
    this.#requests.set(c, request);
    const runningRequest = session ? concurrency.key.start(session.id) : concurrency.anonymous.start(blank.address);
    let response: Response | undefined;
    await runRequest(c, runningRequest, async () => {
      const refusal = rule.isOnPublicPage ? undefined : await this.#refuse(request, rule, foundSession);
      response = refusal ?? (await this.#show(request, handler));
    });
    return response ?? c.body(null, 500);
  }

  /** Returns the response to a request without the required session, or to a form that does not belong to the session. */
  async #refuse(
    request: PageRequest,
    { isForMembers }: AccessRule,
    foundSession: FoundSession,
  ): Promise<Response | undefined> {
    const { c, session, form, path, origin } = request;
    const isMissing = isForMembers && !session;
    if (c.req.method !== 'POST') return isMissing ? c.redirect(formatSignInPath(path), 303) : undefined;
    const { [TOKEN_FIELD]: token, [FROM_FIELD]: from, ...fields } = form;
    if (isFormToken(foundSession.formSecret, token) && !isMissing) return undefined;
    const userId = session?.userId ?? foundSession.formerUserId;
    const page = parseOwnPath(from, origin) ?? HOME;
    if (userId === undefined || !isForMembers) return c.redirect(isMissing ? formatSignInPath(page) : page, 303);
    const formId = await keepUnsentForm(this.#options.store, { userId, page, form: fields });
    return c.redirect(session ? formId : formatSignInPath(formId), 303);
  }

  async #show(request: PageRequest, handler: PageHandler<PageRequest>): Promise<Response> {
    const result = await handler(request);
    if (result instanceof Response) return result;
    return 'redirectTo' in result ? request.c.redirect(result.redirectTo, 303) : this.#render(request, result);
  }

  async #render(request: PageRequest, page: PageContent): Promise<Response> {
    const headers = { ...getPageHeaders(page), ...page.headers };
    for (const [name, value] of Object.entries(headers)) request.c.header(name, value);
    const document = <Layout page={page} request={request} navigation={this.#navigation} />;
    return request.c.html(`<!doctype html>${await document.toString()}`, page.status ?? 200);
  }

  /** Finds the session of a request, and stores the time of its use at intervals. */
  async #findSession(c: Context<Environment>, origin: string): Promise<FoundSession> {
    const { sessions } = this.#options.store;
    const secret = getSessionSecret(c, origin);
    const foundSession = secret === undefined ? undefined : await sessions.find(hashSecret(secret));
    if (secret === undefined || !foundSession) {
      return { formSecret: keepBrowserSecret(c, origin), session: undefined, formerUserId: undefined };
    }
    if (!foundSession.isActive) return { formSecret: secret, session: undefined, formerUserId: foundSession.userId };
    const now = Date.now();
    if (now - Date.parse(foundSession.lastUsedAt) > SESSION_USE_INTERVAL_MS) {
      // The page does not wait for this write, and does not fail if the write fails: the next request repeats it.
      sessions.recordUse(foundSession.id, new Date(now).toISOString()).catch(() => undefined);
    }
    return { formSecret: secret, session: foundSession, formerUserId: undefined };
  }

  /** Reads a form. The size of the body is limited here, because that reads a body without a Content-Length. */
  async #readForm(c: Context<Environment>, { hasFiles = false }: AccessRule): ReturnType<typeof readForm> {
    await this.#options.limitBodySize(c, async () => undefined);
    return readForm(c, hasFiles);
  }

  async #findForm(c: Context<Environment>, session: MemberSession | undefined): Promise<FormValues> {
    const token = c.req.query(UNSENT_FORM_PARAMETER);
    return session && token !== undefined ? findUnsentForm(this.#options.store, token, session.userId) : {};
  }

  /** Returns the page request for a path that is not a page. If a member is signed in, it has the member's navigation. */
  async #createRequestOfVisitor(c: Context<Environment>): Promise<PageRequest> {
    const origin = this.#getOrigin(c) ?? '';
    const blank = this.#createRequest(c, origin);
    const found = origin === '' ? undefined : await this.#findSession(c, origin).catch(() => undefined);
    return found ? { ...blank, session: found.session, formToken: deriveFormToken(found.formSecret) } : blank;
  }

  #getOrigin(c: Context<Environment>): string | undefined {
    return this.#options.portalHosts?.findOrigin(c) ?? getPageOrigin(c, this.#options.publicUrl);
  }

  #createRequest(c: Context<Environment>, origin: string): PageRequest {
    // After the sign-in, the browser returns to the page with the form, because the form route is not a page.
    const referrer = c.req.method === 'POST' ? findReferrer(c, origin) : undefined;
    const url = referrer ?? new URL(c.req.url);
    url.searchParams.delete(UNSENT_FORM_PARAMETER);
    return {
      c,
      origin,
      session: undefined,
      formToken: '',
      path: `${url.pathname}${url.search}`,
      form: {},
      files: new Map(),
      address: getClientAddress(c, this.#options.trustProxy),
      scheme: getScheme(c),
      isOnPortalHost: this.#options.portalHosts?.findOrigin(c) !== undefined,
    };
  }
}

/** Returns whether a form with files has neither a session nor a former session. Its files are not read, because the form is not kept. */
function isFormOfStranger({ hasFiles = false }: AccessRule, { session, formerUserId }: FoundSession): boolean {
  return hasFiles && !session && formerUserId === undefined;
}

function createAddressFailure(): PageFailure {
  return new PageFailure(
    421,
    'Pages are only available on the machine of the service until its operator sets its URL: serve --public-url https://sync.example.com.',
  );
}
