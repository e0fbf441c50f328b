import type { ServerResponse } from 'node:http';
import type { EditableHead } from '../hints/extend-response.ts';
import {
  getResponseHeader,
  getResponseHeaderNames,
  type HeadArguments,
  type HeadHeaders,
  listHeadEntries,
  parseHeadArguments,
  removeHeadHeader,
  setHeadHeader,
} from './response-head.ts';

/** The type of `writeHead` with arguments that are passed on unchanged. */
export type WriteHead = (this: ServerResponse, ...args: unknown[]) => ServerResponse;

/** Methods whose behavior depends on whether the head has been written. */
const HEAD_METHODS = ['setHeader', 'setHeaders', 'appendHeader', 'removeHeader', 'addTrailers'] as const;

/** Headers that belong to one connection (RFC 9113, section 8.2.2). */
const CONNECTION_HEADER = /^(connection|keep-alive|proxy-connection|transfer-encoding|upgrade|http2-settings)$/i;

/**
 * The arguments of a `writeHead` call that has not been passed to Node yet. Node sends the head together with the first part of the body, so the
 * delay has no effect on the client. Until then, the response behaves as if the head had been written.
 */
export class HeldHead implements EditableHead {
  readonly #res: ServerResponse;
  readonly #writeHead: WriteHead;
  readonly #args: HeadArguments;
  /** Own properties of the response that are replaced while the head is delayed. */
  readonly #covered = new Map<string, PropertyDescriptor | undefined>();
  #headers: HeadHeaders | undefined;
  #isReleased = false;

  private constructor(res: ServerResponse, writeHead: WriteHead, args: HeadArguments) {
    this.#res = res;
    this.#writeHead = writeHead;
    this.#args = args;
    this.#headers = args.headers;
    res.statusCode = args.status;
    // HTTP/2 has no status messages, and Node warns of them.
    if (args.message !== undefined && res.req.httpVersionMajor === 1) res.statusMessage = args.message;
    this.#cover('headersSent', { value: true });
    for (const name of HEAD_METHODS) {
      const callReleased = (...given: unknown[]) => {
        this.release();
        return Reflect.apply(Reflect.get(res, name), res, given);
      };
      this.#cover(name, { value: callReleased });
    }
    // With HTTP/2, the application can write to the stream itself.
    const getReleasedStream = () => {
      this.release();
      return Reflect.get(res, 'stream');
    };
    this.#cover('stream', { get: getReleasedStream });
  }

  /** Replaces a property of the response, if it has this property, until the head is released. */
  #cover(name: string, descriptor: PropertyDescriptor): void {
    if (!(name in this.#res)) return;
    this.#covered.set(name, Object.getOwnPropertyDescriptor(this.#res, name));
    Object.defineProperty(this.#res, name, { ...descriptor, configurable: true });
  }

  /** Delays a head. @returns undefined if the arguments must be passed to Node immediately, because Node would reject or send them */
  static hold(res: ServerResponse, writeHead: WriteHead, args: readonly unknown[]): HeldHead | undefined {
    if (res.headersSent) return undefined;
    // The module is not imported statically, so that the entry points for Hono also load in runtimes without this module.
    const http = globalThis.process?.getBuiltinModule?.('node:http');
    if (http === undefined) return undefined;
    const parts = parseHeadArguments(args);
    try {
      for (const [name, value] of listHeadEntries(parts.headers)) {
        http.validateHeaderName(name);
        // HTTP/2 rejects these headers when the head is written.
        if (res.req.httpVersionMajor >= 2 && CONNECTION_HEADER.test(name)) return undefined;
        for (const headerValue of Array.isArray(value) ? value : [value]) http.validateHeaderValue(name, headerValue);
      }
    } catch {
      return undefined;
    }
    return new HeldHead(res, writeHead, parts);
  }

  get(name: string): string | undefined {
    const value = getResponseHeader(this.#res, this.#headers, name);
    if (value !== undefined || name !== 'content-length') return value;
    // `@hono/node-server` passes the length to Node without setting a header.
    const length: unknown = Reflect.get(this.#res, '_contentLength');
    return typeof length === 'number' ? String(length) : undefined;
  }

  names(): string[] {
    return getResponseHeaderNames(this.#res, this.#headers);
  }

  set(name: string, value: string | readonly string[]): void {
    this.#headers = setHeadHeader(this.#headers, name, typeof value === 'string' ? value : [...value]);
  }

  remove(name: string): void {
    this.#headers = removeHeadHeader(this.#headers, name);
    // A header that was set before cannot be removed while the head is delayed, because the response behaves as if the head had been written.
    Reflect.apply(Reflect.get(Object.getPrototypeOf(this.#res), 'removeHeader'), this.#res, [name]);
  }

  /** Passes the head to Node. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    for (const [name, descriptor] of this.#covered) {
      if (descriptor === undefined) Reflect.deleteProperty(this.#res, name);
      else Object.defineProperty(this.#res, name, descriptor);
    }
    const { status, message } = this.#args;
    const args = [
      status,
      ...(message === undefined ? [] : [message]),
      ...(this.#headers === undefined ? [] : [this.#headers]),
    ];
    Reflect.apply(this.#writeHead, this.#res, args);
  }
}

/** The head of a response whose headers are set one by one and have not been sent. */
export class UnsentHead implements EditableHead {
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  get(name: string): string | undefined {
    return getResponseHeader(this.#res, undefined, name);
  }

  names(): string[] {
    return this.#res.getHeaderNames();
  }

  set(name: string, value: string | readonly string[]): void {
    this.#res.setHeader(name, value);
  }

  remove(name: string): void {
    this.#res.removeHeader(name);
  }
}
