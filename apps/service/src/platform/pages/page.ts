import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Project } from '../access/accounts.ts';
import type { Environment } from '../access/request-environment.ts';
import type { MemberSession } from '../access/sessions.ts';
import type { ScriptName, StylesName } from './assets.ts';
import type { Scheme } from './scheme.ts';

/** The fields of a form. */
export type FormValues = Readonly<Record<string, string>>;

/** A request for a page. */
export interface PageRequest<Session extends MemberSession | undefined = MemberSession | undefined> {
  readonly c: Context<Environment>;
  /** Origin at which the browser reaches the service, such as `https://sync.example.com`. */
  readonly origin: string;
  /** Session of the signed-in member; undefined if no one is signed in. */
  readonly session: Session;
  /** Token that every form of the page contains. */
  readonly formToken: string;
  /** Path and query of the page that the browser shows. */
  readonly path: string;
  /** The fields that the form sent; for a page, those of a form whose session ended before it was sent. */
  readonly form: FormValues;
  /** Whether the request is for a host that shows a docs portal only. */
  readonly isOnPortalHost: boolean;
  /** Color scheme that the member has chosen; undefined for that of the system. */
  readonly scheme: Scheme | undefined;
  /** Client address; for IPv6, its /64 network. */
  readonly address: string;
}

/** A request of a signed-in member. */
export type MemberRequest = PageRequest<MemberSession>;

/** A page that a handler returns. */
export interface PageContent {
  /** The question that the page answers, or its subject. It is the only `h1` of the page. */
  readonly title: string;
  readonly body: Child;
  /** One sentence below the title. */
  readonly lead?: Child;
  readonly status?: ContentfulStatusCode;
  readonly headers?: Readonly<Record<string, string>>;
  /** The project to which the page belongs, whose pages the navigation lists. */
  readonly project?: Project | undefined;
  /** Scripts that improve the page. Without scripts, pages can do the same, except for passkeys. */
  readonly scripts?: readonly ScriptName[];
  /** Styles besides those of all pages. */
  readonly styles?: readonly StylesName[];
  /** Origins of other sites to which a form of the page redirects. Some browsers check the targets of redirects. */
  readonly formTargets?: readonly string[];
}

/** Redirects the browser to another page, for example after a form was processed, so that a reload does not send the form again. */
export interface Redirect {
  /** Path of an own page, or the address of another site. */
  readonly redirectTo: string;
}

type PageResult = PageContent | Redirect | Response;

/** Returns a page or where the browser continues. */
export type PageHandler<Request extends PageRequest> = (request: Request) => Promise<PageResult> | PageResult;
