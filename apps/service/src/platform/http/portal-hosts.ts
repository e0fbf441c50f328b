import { isLoopback } from '@context-sync/core';
import type { Context } from 'hono';
import { getPath } from 'hono/utils/url';

/** A host that serves only the portal of one project. */
export interface PortalHost {
  /** Host name without a port, in lower case. */
  readonly host: string;
  /** Slug of the project. */
  readonly slug: string;
}

/**
 * Hosts that serve only the portal of one project. Every path on these hosts is relative to the portal of the project, except for the styles and
 * icons of the pages.
 */
export class PortalHosts {
  readonly #hosts: ReadonlyMap<string, string>;
  readonly #isFile: (path: string) => boolean;

  /** @param isFile whether a path is a file that all pages use */
  constructor(hosts: readonly PortalHost[] = [], isFile: (path: string) => boolean = () => false) {
    this.#hosts = new Map(hosts.map(({ host, slug }) => [host.toLowerCase(), slug]));
    this.#isFile = isFile;
  }

  /** Returns the path that is used to route a request. */
  getRoutePath(request: Request): string {
    const path = getPath(request);
    if (this.#hosts.size === 0) return path;
    const slug = this.#hosts.get(getHostName(request.headers.get('host') ?? new URL(request.url).host));
    return slug === undefined || this.#isFile(path) ? path : `/p/${slug}${path}`;
  }

  /** Returns the origin of a request's host if the host serves only a portal. */
  findOrigin(c: Context): string | undefined {
    if (this.#hosts.size === 0) return undefined;
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    const name = getHostName(host);
    if (!this.#hosts.has(name)) return undefined;
    return isLoopback(name) ? `http://${host.toLowerCase()}` : `https://${name}`;
  }

  /** Returns the origin of a project's portal; undefined if the portal has no host of its own. */
  getOrigin(slug: string): string | undefined {
    const [host] = [...this.#hosts].find(([, each]) => each === slug) ?? [];
    return host === undefined || isLoopback(host) ? undefined : `https://${host}`;
  }
}

const getHostName = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
