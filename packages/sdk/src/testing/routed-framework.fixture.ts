import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CaptureHandle } from '../client/capture-client.ts';
import type { CaptureOptions } from '../options.ts';

export type SharedOptions = Omit<CaptureOptions<never>, 'user'>;

/** A template in the notation of a framework, and the path of a request that it matches. */
export type Template = readonly [template: string, path: string];

/** One way to declare a route. */
export interface RouteCase {
  readonly template: Template;
  /** How the template is declared, such as `app.route(path).get`. */
  readonly way: string;
  /** What the application declares in addition to the route, such as `middleware before`. */
  readonly surroundings: string;
  readonly outcome: 'response' | 'throw' | 'reject';
}

export interface RunningRoutes {
  readonly url: string;
  readonly capture: CaptureHandle;
  /** The template that the framework documents for the route of the case. */
  readonly expected: string;
  close(): Promise<void>;
}

/** A framework with its ways of declaring routes. */
export interface RoutedFramework {
  readonly templates: readonly Template[];
  readonly ways: readonly string[];
  readonly surroundings: readonly string[];
  start(options: SharedOptions, routeCase: RouteCase): Promise<RunningRoutes>;
}

export const PREFIX: Template = ['/shops/:shop', '/shops/acme'];
export const NESTED: Template = ['/areas/:area', '/areas/7'];

export function fail(outcome: RouteCase['outcome']): Promise<never> | undefined {
  if (outcome === 'throw') throw new Error('The handler fails.');
  return outcome === 'reject' ? Promise.reject(new Error('The handler fails.')) : undefined;
}

export async function listen(server: Server): Promise<string> {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });
