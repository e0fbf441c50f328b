import type { Scheme } from '../../platform/pages/scheme.ts';
import { HOME_PATH, type NavigationNode } from './navigation.ts';

/** A link in the header to a site of a data source. */
export interface SiteLink {
  readonly url: string;
  readonly label: string;
}

/** What all pages of a portal show. */
export interface PortalFrame {
  /** Path at which the portal starts: `/p/{slug}`, or empty on a host of its own. */
  readonly base: string;
  /** Address at which everyone reaches the portal; undefined if it is not known. */
  readonly address: string | undefined;
  /** Whether people who are not members can read the portal. */
  readonly isForEveryone: boolean;
  /** Address of the styles. */
  readonly styles: string;
  /** Address of the logo. */
  readonly logo: string | undefined;
  readonly title: string;
  readonly description: string;
  readonly navigation: readonly NavigationNode[];
  readonly siteLinks: readonly SiteLink[];
  /** Prefix of the addresses of the service: empty on its own host; undefined if the portal has another host and that of the service is not known. */
  readonly serviceUrl: string | undefined;
  /** Address of the MCP server; undefined if it is not known. */
  readonly mcpUrl: string | undefined;
  readonly scheme: Scheme | undefined;
}

/** Returns the address of a page on its host. @param base path at which the portal starts */
export function getPageAddress(base: string, path: string): string {
  return path === HOME_PATH ? base || '/' : `${base}/${path}`;
}
