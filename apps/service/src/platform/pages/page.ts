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

/** A file that a person has selected in a form. */
export interface UploadedFile {
  /** Name of the file on the computer of the person, without its folder. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A request for a page. */
export interface PageRequest<Session extends MemberSession | undefined = MemberSession | undefined> {
  readonly c: Context<Environment>;
  /** Origin of the service in the browser, such as `https://sync.example.com`. */
  readonly origin: string;
  /** Session of the signed-in member; undefined if no one is signed in. */
  readonly session: Session;
  /** Token that every form of the page contains. */
  readonly formToken: string;
  /** Path and query of the current page. */
  readonly path: string;
  /** The submitted form fields. For a page, the fields of a form that was not accepted because its session had ended. */
  readonly form: FormValues;
  /** The submitted files, by the names of their fields. A field in which no file is selected is left out. */
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Whether the request is for a host that serves only a docs portal. */
  readonly isOnPortalHost: boolean;
  /** Color scheme that the member has selected; undefined for the scheme of the system. */
  readonly scheme: Scheme | undefined;
  /** IP address of the client; for IPv6, its /64 network. */
  readonly address: string;
}

/** A request of a signed-in member. */
export type MemberRequest = PageRequest<MemberSession>;

/** A page that a handler returns. */
export interface PageContent {
  /** Title of the page: its subject, or the question that it answers. It is the only `h1` of the page. */
  readonly title: string;
  readonly body: Child;
  /** One sentence below the title. */
  readonly lead?: Child;
  readonly status?: ContentfulStatusCode;
  readonly headers?: Readonly<Record<string, string>>;
  /** The project to which the page belongs. The navigation lists the pages of this project. */
  readonly project?: Project | undefined;
  /** Scripts that improve the page. Except for passkeys, all functions of a page also work without scripts. */
  readonly scripts?: readonly ScriptName[];
  /** Style sheets in addition to the common one. */
  readonly styles?: readonly StylesName[];
  /** Origins of other sites to which a form of the page redirects. Some browsers check the targets of redirects. */
  readonly formTargets?: readonly string[];
}

/** Redirects the browser to another page, for example after a form was processed, so that a reload does not send the form again. */
export interface Redirect {
  /** Path of a page of this service, or the URL of another site. */
  readonly redirectTo: string;
}

type PageResult = PageContent | Redirect | Response;

/** Returns a page or a redirect. */
export type PageHandler<Request extends PageRequest> = (request: Request) => Promise<PageResult> | PageResult;
