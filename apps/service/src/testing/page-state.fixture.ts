import type { ServiceStore } from '../areas.ts';
import type { Project } from '../platform/access/accounts.ts';

/**
 * Who opens a page: no one who is signed in, an owner of the project, a member who is not an owner, a member of another project, or a member of no
 * project.
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

/** A page, or the page after a form, in one of its states. */
export interface PageState {
  /** The route as an area declares it, such as `GET /projects/:slug`. For `POST`, the form with this target is sent. */
  readonly route: `${'GET' | 'POST'} /${string}`;
  /** The state in a few words, such as `with an invite that has expired`. */
  readonly state: string;
  /** Default: the owner. */
  readonly visitor?: Visitor;
  /** Default: 200. */
  readonly status?: number;
  /** A text that the page shows. */
  readonly shows: string;
  /** Path of the page, or of the page with the form. The function creates what the page shows. */
  readonly path: string | ((world: PageWorld) => Promise<string> | string);
  /** What the person enters into the form, by the names of fields and of the button. */
  readonly fields?: (world: PageWorld) => Readonly<Record<string, string>>;
  /** A field that the page does not contain is sent, as only a changed page can do. A browser with a person never does. */
  readonly isForged?: true;
  /** Whether the page sends emails, or has an identity provider that cannot be reached. */
  readonly reach?: 'mail' | 'identity-provider';
}

/** What `pages.fixture.ts` of an area exports: at least one state of every page and of every form. The first one succeeds, if one can. */
export interface AreaPages {
  readonly PAGE_STATES: readonly PageState[];
}
