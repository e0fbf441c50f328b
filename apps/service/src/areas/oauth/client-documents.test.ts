import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ClientDocuments } from './client-documents.ts';
import { DOCUMENT_HOST, sendJson, startDocumentServer } from './documents.fixture.ts';

const REDIRECT = 'https://assistant.example/callback';

/** Fetches a document from a server with the given response. */
async function fetchFrom(respond: (response: ServerResponse, address: string) => void) {
  let address = '';
  const { origin, options, requests } = await startDocumentServer((_request, response) => respond(response, address));
  address = `${origin}/client.json`;
  const result = await new ClientDocuments(options).fetch(address).catch((error: Error) => error);
  return { result, address, requests };
}

describe('ClientDocuments', () => {
  it('ClientDocuments returns only the client metadata that the service uses', async () => {
    const { result, address, requests } = await fetchFrom((response, client_id) =>
      sendJson(response, {
        client_id,
        client_name: 'An   assis\u202Etant',
        redirect_uris: [REDIRECT],
        logo_uri: 'https://assistant.example/logo.png',
        jwks_uri: 'https://assistant.example/keys',
        token_endpoint_auth_method: 'private_key_jwt',
        scope: 'everything',
      }),
    );
    expect(result).toEqual({
      client_id: address,
      client_name: 'An assistant',
      redirect_uris: [REDIRECT],
      application_type: 'web',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      response_modes: ['query'],
    });
    expect(requests).toEqual(['/client.json']);
  });

  it.each<[string, (response: ServerResponse, address: string) => void, string]>([
    [
      'redirects',
      (response) => response.writeHead(302, { location: 'https://169.254.169.254/' }).end(),
      'redirects are not followed (got status 302)',
    ],
    ['has another status', (response) => response.writeHead(404).end(), 'the status must be 200 (got 404)'],
    [
      'is a page',
      (response) => sendJson(response, '<p>', 'text/html; charset=utf-8'),
      'the media type must be application/json (got "text/html")',
    ],
    [
      'is larger than 5 KiB',
      (response, client_id) => sendJson(response, { client_id, redirect_uris: [REDIRECT], padding: 'x'.repeat(5_120) }),
      'the document must have at most 5120 bytes',
    ],
    [
      'states a short length and never ends',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write('x'.repeat(1_000)), 1);
        response.on('close', () => clearInterval(timer));
      },
      'the document must have at most 5120 bytes',
    ],
    [
      'is compressed',
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('x'),
      'the document must not be compressed',
    ],
    ['does not arrive', () => undefined, `did not send its document within 3 s`],
    [
      'arrives one byte at a time',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const timer = setInterval(() => response.write(' '), 50);
        response.on('close', () => clearInterval(timer));
      },
      `did not send its document within 3 s`,
    ],
    ['is not JSON', (response) => sendJson(response, '{'), 'the document must be a JSON object'],
    ['is a list', (response) => sendJson(response, []), 'the document must be a JSON object'],
    [
      'belongs to another client',
      (response) => sendJson(response, { client_id: 'https://other.example/c', redirect_uris: [REDIRECT] }),
      'client_id in the document must be the URL of the document (got "https://other.example/c")',
    ],
    [
      'has a secret',
      (response, client_id) => sendJson(response, { client_id, client_secret: 's', redirect_uris: [REDIRECT] }),
      'the document must not contain client_secret',
    ],
    [
      'has no redirect URI',
      (response, client_id) => sendJson(response, { client_id }),
      'redirect_uris must be a list of 1 to 20 URIs',
    ],
    [
      'has a redirect URI without TLS',
      (response, client_id) => sendJson(response, { client_id, redirect_uris: ['http://assistant.example/callback'] }),
      'redirect_uris must use https, except for loopback addresses (got host "assistant.example")',
    ],
    [
      'has a redirect URI with a password',
      (response, client_id) => sendJson(response, { client_id, redirect_uris: ['https://a:b@assistant.example/'] }),
      'redirect_uris must not contain credentials',
    ],
    ['closes the connection', (response) => void response.socket?.destroy(), 'cannot be reached: ECONNRESET'],
  ])('ClientDocuments rejects a client metadata document that %s', async (_name, respond, message) => {
    const { result } = await fetchFrom(respond);
    expect(result).toMatchObject({ name: 'ClientDocumentError', message: expect.stringContaining(message) });
  });

  it.each([
    ['another host in the certificate', 'https://other.example'],
    ['an IP address in the certificate', 'https://127.0.0.1'],
  ])('ClientDocuments rejects a server with %s', async (_name, origin) => {
    const { options, origin: served, requests } = await startDocumentServer((_request, response) => response.end());
    const address = `${origin}:${new URL(served).port}/client.json`;
    await expect(new ClientDocuments(options).fetch(address)).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
    expect(requests).toEqual([]);
  });

  it('ClientDocuments rejects URLs without TLS', async () => {
    await expect(new ClientDocuments().fetch('http://127.0.0.1/client.json')).rejects.toThrow('must use https');
  });

  it('ClientDocuments connects to the IP address that it has checked, even if the host resolves to another address later', async () => {
    const { options, origin, requests } = await startDocumentServer((_request, response) =>
      response.writeHead(404).end(),
    );
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = async () => answers.shift() ?? [];
    await expect(new ClientDocuments({ ...options, resolve }).fetch(`${origin}/c`)).rejects.toThrow('got 404');
    await expect(new ClientDocuments({ ...options, resolve }).fetch(`${origin}/c`)).rejects.toThrow(
      `the host ${DOCUMENT_HOST} is not on the public internet`,
    );
    expect(requests).toEqual(['/c']);
  });

  it('ClientDocuments rejects a host with at least one private IP address', async () => {
    const documents = new ClientDocuments({ resolve: async () => ['93.184.216.34', '192.168.0.1'] });
    await expect(documents.fetch('https://assistant.example/c')).rejects.toThrow('not on the public internet');
  });

  it('ClientDocuments limits how many documents it fetches at the same time', async () => {
    const { options, origin } = await startDocumentServer(() => undefined);
    const documents = new ClientDocuments(options);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => documents.fetch(`${origin}/c`).catch(({ message }: Error) => message)),
    );
    expect(results.filter((each) => String(each).startsWith('too many client documents'))).toHaveLength(4);
  });
});

describe('hosts of client metadata documents', () => {
  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    'localhost',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[fec0::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[2001::1]',
    '[2002:7f00:1::]',
    '[3fff::1]',
  ])('rejects the private host %s without connecting', async (host) => {
    await expect(new ClientDocuments().fetch(`https://${host}/client.json`)).rejects.toThrow(
      'is not on the public internet',
    );
  });

  it.each(['93.184.216.34', '1.1.1.1', '172.15.255.255', '172.32.0.1', '[2606:4700::1111]', '[2a00::1]'])(
    'accepts the public host %s',
    async (host) => {
      const { isPublicAddress } = await import('./public-addresses.ts');
      expect(isPublicAddress(host.replaceAll(/[[\]]/g, ''))).toBe(true);
    },
  );
});
