import type { PortalPageKind } from '../areas/docs/portal-frame.ts';
import type { ServiceStore } from '../areas.ts';
import type { Project } from '../platform/access/accounts.ts';
import type { SelectedFile } from './browser.fixture.ts';

/**
 * Visitors of a page: a person who is not signed in, an owner of the project, a member who is not an owner, a member of another project, and a member
 * of no project.
 */
export type Visitor = 'anonymous' | 'owner' | 'member' | 'outsider' | 'newcomer';

/** The service with which a page is opened. */
export interface PageWorld {
  readonly store: ServiceStore;
  /** Origin of the service, such as `http://localhost:4321`. */
  readonly url: string;
  /** API keys of the owner. */
  readonly keys: { readonly ann: string; readonly annsReadOnly: string };
  readonly project: Project;
  /** Email addresses and ids of the visitors. */
  readonly people: Readonly<Record<Exclude<Visitor, 'anonymous'>, { readonly email: string; readonly id: string }>>;
}

/** A page, or the result page of a form, in one of its states. */
export interface PageState {
  /** The route as an area declares it, such as `GET /projects/:slug`. For `POST`, the form with this action is submitted. */
  readonly route: `${'GET' | 'POST'} /${string}`;
  /** The state in a few words, such as `with an invite that has expired`. */
  readonly state: string;
  /** Visitor who opens the page. Default: the owner. */
  readonly visitor?: Visitor;
  /** Expected status. Default: 200. */
  readonly status?: number;
  /** A text that the page must show. */
  readonly shows: string;
  /** Path of the page, or of the page with the form. A function first creates the data that the page shows. */
  readonly path: string | ((world: PageWorld) => Promise<string> | string);
  /** Values that the visitor enters into the form, by field name, and the value of the button. */
  readonly fields?: (world: PageWorld) => Readonly<Record<string, string>>;
  /** Files that the visitor selects in the form, by field name; empty if the visitor selects none. */
  readonly files?: Readonly<Record<string, SelectedFile>>;
  /** What other people do after the visitor has opened the page with the form, and before the visitor sends the form. */
  readonly meanwhile?: (world: PageWorld) => Promise<unknown>;
  /** Kind of the portal's page. */
  readonly kind?: PortalPageKind;
  /** Whether to submit fields that the page does not contain. Only a manipulated page can do this, so this state is not tested with the keyboard. */
  readonly isForged?: true;
  /** Whether the page sends emails, or has an identity provider that cannot be reached. */
  readonly reach?: 'mail' | 'identity-provider';
}

/** The exports of an area's `pages.fixture.ts`: at least one state of every page and of every form. If any state can succeed, the first one does. */
export interface AreaPages {
  readonly PAGE_STATES: readonly PageState[];
}
