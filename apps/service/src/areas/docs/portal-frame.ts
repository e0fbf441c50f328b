import type { Scheme } from '../../platform/pages/scheme.ts';
import { HOME_PATH, type NavigationNode } from './navigation.ts';

/** The kinds of pages of a portal. The tests require at least one state of each. */
export const PORTAL_PAGE_KINDS = [
  'overview',
  'page',
  'use-case',
  'reference',
  'operation',
  'search',
  'preview',
  'refused-feedback',
  'thanks',
  'missing',
  'deleted',
] as const;

export type PortalPageKind = (typeof PORTAL_PAGE_KINDS)[number];

/** A link in the header to the website of a data source. */
export interface SiteLink {
  readonly url: string;
  readonly label: string;
}

/** Data that all pages of a portal show. */
export interface PortalFrame {
  /** Path at which the portal starts: `/p/{slug}`, or empty on a host of its own. */
  readonly base: string;
  /** Public URL of the portal; undefined if the URL is not known. */
  readonly address: string | undefined;
  /** Whether the portal is public. */
  readonly isForEveryone: boolean;
  /** URL of the style sheet. */
  readonly styles: string;
  /** URL of the logo. */
  readonly logo: string | undefined;
  readonly title: string;
  readonly description: string;
  readonly navigation: readonly NavigationNode[];
  readonly siteLinks: readonly SiteLink[];
  /** Prefix of the service's URLs: empty on the service's own host; undefined if the portal has another host and the URL of the service is not known. */
  readonly serviceUrl: string | undefined;
  /** URL of the MCP server; undefined if the URL is not known. */
  readonly mcpUrl: string | undefined;
  readonly scheme: Scheme | undefined;
}

/** Returns the URL path of a page. @param base path at which the portal starts */
export function getPageAddress(base: string, path: string): string {
  return path === HOME_PATH ? base || '/' : `${base}/${path}`;
}
