import { isPassed, runAuthorizationSuite } from '@context-sync/mcp-conformance';
import { expect, it } from 'vitest';
import { findFreePort } from '../../testing/free-port.fixture.ts';
import { OWN_PROJECT } from '../../testing/service.fixture.ts';
import { openOAuth } from './oauth.fixture.ts';

it('the authorization server passes the official conformance suite', async () => {
  const { origin, url, openBrowser } = await openOAuth();
  const port = await findFreePort();
  const registration = await fetch(`${origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Conformance suite', redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
  });
  const { client_id: clientId } = (await registration.json()) as { client_id: string };
  const browser = await openBrowser();
  const results = await runAuthorizationSuite(origin, { clientId, port, resource: url }, async (address) => {
    const { leftFor } = await browser.submit(await browser.get(address), { decision: 'allow', project: OWN_PROJECT });
    await fetch(leftFor ?? '');
  });
  expect([...results.keys()].toSorted()).toEqual([
    'authorization-code-grant',
    'authorization-server-metadata-endpoint',
  ]);
  for (const [name, checks] of results) expect(isPassed(checks), `${name}: ${JSON.stringify(checks)}`).toBe(true);
});
