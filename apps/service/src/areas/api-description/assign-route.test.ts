import { RouteMatcher } from '@context-sync/openapi';
import { describe, expect, it } from 'vitest';
import { assignRoute, createRouteAssigner } from './assign-route.ts';

const NONE = new RouteMatcher({ basePaths: [], operations: [] });
const PETS = new RouteMatcher({
  basePaths: ['/v1'],
  operations: [
    { method: 'GET', path: '/pets/{petId}' },
    { method: 'POST', path: '/pets' },
  ],
});
const log = (url: string, { method = 'GET', status = 200, route = null as string | null } = {}) => ({
  method,
  url,
  status,
  route,
});

describe('assignRoute', () => {
  it.each([
    ['a documented path', PETS, log('/v1/pets/7'), '/pets/{petId}', 'documented'],
    ['a documented path with a 404', PETS, log('/v1/pets/7', { status: 404 }), '/pets/{petId}', 'documented'],
    ['HEAD of a path with GET', PETS, log('/v1/pets/7', { method: 'HEAD' }), '/pets/{petId}', 'documented'],
    ['a method without a definition', PETS, log('/v1/pets', { method: 'DELETE' }), '/pets', 'inferred'],
    [
      'a sent route of a method without a definition',
      PETS,
      log('/pets', { method: 'PUT', route: '/pets' }),
      '/pets',
      'sent',
    ],
    ['a sent route', NONE, log('/orders/7', { route: '/orders/:orderId' }), '/orders/{orderId}', 'sent'],
    ['a sent route with a 404', NONE, log('/orders/7', { status: 404, route: '/orders/{id}' }), '/orders/{id}', 'sent'],
    ['an unknown path', NONE, log('/orders/7'), '/orders/{id}', 'inferred'],
    ['an unknown path with a 401', NONE, log('/orders/7', { status: 401 }), '/orders/{id}', 'inferred'],
    ['an unknown path with a 404', NONE, log('/wp-admin', { status: 404 }), '{unmatched}', 'inferred'],
    ['a path that is not in the document', PETS, log('/wp-admin'), '{unmatched}', 'inferred'],
    ['a sent "{other}"', NONE, log('/a', { route: '{other}' }), '/a', 'inferred'],
    ['a sent "{unmatched}"', NONE, log('/a', { route: ' {unmatched} ' }), '/a', 'inferred'],
    ['a sent "{unknown}"', PETS, log('/a', { route: '{unknown}' }), '{unmatched}', 'inferred'],
    ['a sent route with control characters', NONE, log('/a', { route: '/a\n\u0000/b\u2028' }), '/a  /b', 'sent'],
    ['a sent route of white space', NONE, log('/a', { route: ' \n' }), '/a', 'inferred'],
  ] as const)('assignRoute assigns the expected route to %s', (_name, matcher, given, route, routeSource) => {
    expect(assignRoute(matcher, given)).toEqual({ route, routeSource });
  });
});

describe('createRouteAssigner', () => {
  it.each([
    ['a made-up path', log('/wp', { status: 404, route: '/wp' }), null, NONE, '{unmatched}', 'inferred'],
    [
      'a path that the document contains now',
      log('/pets/1', { route: '/pets/{id}' }),
      null,
      PETS,
      '/pets/{petId}',
      'documented',
    ],
    [
      'a sent template',
      log('/orders/1', { status: 404, route: '/orders/{orderId}' }),
      null,
      PETS,
      '/orders/{orderId}',
      'sent',
    ],
    ['a route that may have been sent', log('/health', { route: '/health' }), null, PETS, '/health', null],
    ['a log without a route', log('/orders/1'), null, NONE, '/orders/{id}', 'inferred'],
    ['an inferred route', log('/orders/1', { route: '/orders/{id}' }), 'inferred', PETS, '{unmatched}', 'inferred'],
    ['an unmatched path', log('/pets/1', { route: '{unmatched}' }), 'inferred', PETS, '/pets/{petId}', 'documented'],
    ['a sent route', log('/wp', { status: 404, route: '/wp' }), 'sent', PETS, '/wp', 'sent'],
    [
      'a path that the document no longer contains',
      log('/pets/1', { route: '/pets/{petId}' }),
      'documented',
      NONE,
      '/pets/{petId}',
      'sent',
    ],
  ] as const)(
    'createRouteAssigner assigns the same route each time to a stored log with %s',
    (_name, given, source, matcher, route, routeSource) => {
      const assign = createRouteAssigner(matcher);
      const assigned = assign({ ...given, routeSource: source });
      expect(assigned).toEqual({ route, routeSource });
      expect(assign({ ...given, ...assigned })).toEqual(assigned);
    },
  );
});
