import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type ClientMetadata, findMetadataProblem, normalizeClientMetadata } from './client-metadata.ts';
import { isPublicAddress } from './public-addresses.ts';

/** Maximum size of a metadata document in bytes. */
const MAX_DOCUMENT_BYTES = 5_120;
/** Timeout in milliseconds for fetching a document, including the DNS resolution of its host. */
const DOCUMENT_DEADLINE_MS = 3_000;
/** Maximum number of documents that are fetched at the same time. */
const MAX_RUNNING = 16;

/** Options for fetching documents. Only tests set these options. */
export interface ClientDocumentOptions {
  /** Resolves a host name to its IP addresses. Default: the resolver of the system. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Returns whether the service may connect to an IP address. Default: all public IP addresses. */
  readonly isAllowedAddress?: (address: string) => boolean;
  /** Certificate authorities to trust instead of those of Node. */
  readonly ca?: string;
}

/** The error for a metadata document that cannot be used. The message states what the developer of the client must change. */
export class ClientDocumentError extends Error {
  override readonly name = 'ClientDocumentError';
}

/**
 * Fetches Client ID Metadata Documents. Anyone can make the service fetch any URL. To prevent server-side request forgery, it connects only to public
 * IP addresses, uses exactly the IP address that it has checked, follows no redirects, and limits the size.
 */
export class ClientDocuments {
  readonly #options: Required<Omit<ClientDocumentOptions, 'ca'>> & { readonly ca: string | undefined };
  #running = 0;

  constructor({ resolve = resolveAll, isAllowedAddress = isPublicAddress, ca }: ClientDocumentOptions = {}) {
    this.#options = { resolve, isAllowedAddress, ca };
  }

  /**
   * Returns the metadata of a client by the URL of its document.
   * @throws ClientDocumentError
   */
  async fetch(address: string): Promise<ClientMetadata> {
    const url = parseAddress(address);
    if (this.#running >= MAX_RUNNING)
      throw new ClientDocumentError('too many client documents are being fetched: try again in a few seconds');
    this.#running += 1;
    try {
      return checkDocument(address, await this.#read(url));
    } finally {
      this.#running -= 1;
    }
  }

  async #read(url: URL): Promise<string> {
    const signal = AbortSignal.timeout(DOCUMENT_DEADLINE_MS);
    try {
      const address = await rejectAtDeadline(this.#findAddress(url.hostname), signal);
      return await readBody(await this.#connect(url, address, signal));
    } catch (error) {
      if (error instanceof ClientDocumentError) throw error;
      if (signal.aborted)
        throw new ClientDocumentError(
          `${quote(url)} did not send its document within ${DOCUMENT_DEADLINE_MS / 1_000} s`,
        );
      throw new ClientDocumentError(`${quote(url)} cannot be reached: ${getCode(error)}`);
    }
  }

  /** Returns an IP address of the host. All IP addresses of the host must be public, because an attacker may influence which one is used. */
  async #findAddress(hostname: string): Promise<string> {
    const name = hostname.replaceAll(/^\[|\]$/g, '');
    const addresses = isIP(name) === 0 ? await this.#options.resolve(name) : [name];
    const [first] = addresses;
    if (first === undefined) throw new ClientDocumentError(`the host ${name} has no IP address`);
    if (!addresses.every((each) => isIP(each) !== 0 && this.#options.isAllowedAddress(each)))
      throw new ClientDocumentError(`the host ${name} is not on the public internet`);
    return first;
  }

  #connect(url: URL, address: string, signal: AbortSignal): Promise<IncomingMessage> {
    // The connection uses the checked IP address, because the host name could resolve to another one a moment later.
    const lookupPinned: LookupFunction = (_name, options, callback) => {
      const family = isIP(address);
      if (options.all) callback(null, [{ address, family }]);
      else callback(null, address, family);
    };
    return new Promise((resolve, reject) => {
      const clientRequest = request(
        url,
        {
          lookup: lookupPinned,
          agent: false,
          signal,
          headers: { accept: 'application/json', 'accept-encoding': 'identity' },
          maxHeaderSize: 8_192,
          ...(this.#options.ca === undefined ? {} : { ca: this.#options.ca }),
        },
        resolve,
      );
      clientRequest.once('error', reject);
      clientRequest.end();
    });
  }
}

function parseAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') throw new ClientDocumentError('the URL of a client document must use https');
  return url;
}

async function readBody(response: IncomingMessage): Promise<string> {
  try {
    const { statusCode = 0, headers } = response;
    if (statusCode >= 300 && statusCode < 400)
      throw new ClientDocumentError(`redirects are not followed (got status ${statusCode})`);
    if (statusCode !== 200) throw new ClientDocumentError(`the status must be 200 (got ${statusCode})`);
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    if (!/^application\/(?:[\w.-]+\+)?json$/i.test(type.trim()))
      throw new ClientDocumentError(`the media type must be application/json (got "${type.slice(0, 60)}")`);
    if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
      throw new ClientDocumentError('the document must not be compressed');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_DOCUMENT_BYTES)
        throw new ClientDocumentError(`the document must have at most ${MAX_DOCUMENT_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  } finally {
    response.destroy();
  }
}

function checkDocument(address: string, text: string): ClientMetadata {
  const document = parseObject(text);
  if (document === undefined) throw new ClientDocumentError('the document must be a JSON object');
  if (document.client_id !== address)
    throw new ClientDocumentError(
      `client_id in the document must be the URL of the document (got ${JSON.stringify(document.client_id ?? null).slice(0, 200)})`,
    );
  if ('client_secret' in document) throw new ClientDocumentError('the document must not contain client_secret');
  const problem = findMetadataProblem(document);
  if (problem !== undefined) throw new ClientDocumentError(problem);
  return normalizeClientMetadata(document);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

async function resolveAll(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** Returns a promise that rejects when a signal is aborted, because a lookup of the system resolver cannot be canceled. */
function rejectAtDeadline<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function quote({ host }: URL): string {
  return `"${host}"`;
}

function getCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'the connection failed';
}
