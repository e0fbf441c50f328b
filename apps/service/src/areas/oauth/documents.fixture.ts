import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterFile } from '../../testing/close-after-file.fixture.ts';
import { listen } from '../../testing/listen.fixture.ts';
import type { ClientDocumentOptions } from './client-documents.ts';

/** Host of the documents, which resolves to a loopback address. */
export const DOCUMENT_HOST = 'assistant.example';

let certificate: { readonly key: string; readonly cert: string } | undefined;

/** Creates a self-signed certificate for the host. */
function createCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-documents-'));
  closeAfterFile.add(async () => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const { status, stderr } = spawnSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', `/CN=${DOCUMENT_HOST}`, '-addext', `subjectAltName=DNS:${DOCUMENT_HOST}`],
      ...['-keyout', key, '-out', cert],
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/** Starts a real server for metadata documents until the end of the test. */
export async function startDocumentServer(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  certificate ??= createCertificate();
  const requests: string[] = [];
  const server = createServer(certificate, (request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  });
  const port = await listen(server);
  /** Options with which the service can connect to the server, although it has a loopback address. */
  const options: ClientDocumentOptions = {
    resolve: async () => ['127.0.0.1'],
    isAllowedAddress: (address) => address === '127.0.0.1',
    ca: certificate.cert,
  };
  return { origin: `https://${DOCUMENT_HOST}:${port}`, requests, options };
}

/** Creates a handler that responds with JSON. */
export function sendJson(response: ServerResponse, body: unknown, type = 'application/json'): void {
  response.writeHead(200, { 'content-type': type });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
