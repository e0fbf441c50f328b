import type { BodyCollector } from '../log/body-collector.ts';
import { createPassThroughBody } from './pass-through.ts';

/** Adds one chunk of a request body to the log, or a text that is equivalent to the body. Never throws. */
type Collect = (chunk: string | Uint8Array) => void;
type Method = (...args: unknown[]) => unknown;

/** Replacements of `json` that parse the text in the same way as the original. */
const observedMethods = new WeakSet<object>();

/**
 * Collects the body of a request while the application reads it. The methods that read the body are replaced on the request itself, so that the
 * application gets the same object: frameworks extend `Request`, and use requests as keys.
 */
export function observeRequestBody(request: Request, body: BodyCollector, guard: (action: () => void) => void): void {
  if (request.bodyUsed || !Object.isExtensible(request)) return;
  let reader: Request | undefined;
  observeCopy(request, (copy, chunk) => {
    // The application can read the body from the request and from its clones. The log contains the body only once.
    reader ??= copy;
    if (reader === copy) guard(() => body.add(chunk));
  });
}

function observeCopy(request: Request, collect: (copy: Request, chunk: string | Uint8Array) => void): void {
  let isCollected = false;
  const onChunk: Collect = (chunk) => {
    isCollected = true;
    collect(request, chunk);
  };
  // A subclass can implement one method with another one, which has already collected the body.
  const onBody: Collect = (chunk) => {
    if (!isCollected) onChunk(chunk);
  };
  observeText(request, onBody);
  observeResult(request, 'arrayBuffer', (value) => value instanceof ArrayBuffer && onBody(new Uint8Array(value)));
  observeResult(request, 'bytes', (value) => value instanceof Uint8Array && onBody(value));
  observeResult(request, 'formData', (value) => value instanceof FormData && onBody(formatForm(value)));
  observeResult(request, 'blob', async (value) => {
    if (value instanceof Blob) onBody(new Uint8Array(await value.arrayBuffer()));
  });
  observeClone(request, (copy) => observeCopy(copy, collect));
  observeStream(request, onChunk);
}

/** Observes `text` and `json`. The original `json` parses the text of the body, so its replacement reads the text. */
function observeText(request: Request, onBody: Collect): void {
  const text = getMethod(request, 'text');
  const isOriginal = request.json === Request.prototype.json || observedMethods.has(request.json);
  observeResult(request, 'text', (value) => typeof value === 'string' && onBody(value));
  if (!isOriginal) {
    // If a subclass replaces `json`, its result can differ from the parsed text.
    observeResult(request, 'json', (value) => onBody(JSON.stringify(value)));
    return;
  }
  const parse = async function json(this: Request) {
    const value = String(await Reflect.apply(text, this, []));
    onBody(value);
    return JSON.parse(value);
  };
  observedMethods.add(parse);
  define(request, 'json', { writable: true, value: parse });
}

/** Replaces a method whose promise resolves to the body. The application gets the same value, even if it cannot be collected. */
function observeResult(request: Request, name: string, onResult: (value: unknown) => unknown): void {
  // Older runtimes do not have `bytes`.
  if (!(name in request)) return;
  const method = getMethod(request, name);
  const observedMethod = async function (this: Request, ...args: unknown[]) {
    const value = await Reflect.apply(method, this, args);
    try {
      await onResult(value);
    } catch {
      // The application gets the value, and only the log does not contain it.
    }
    return value;
  };
  define(request, name, { writable: true, value: observedMethod });
}

function observeClone(request: Request, onClone: (copy: Request) => void): void {
  const clone = getMethod(request, 'clone');
  const observedClone = function (this: Request, ...args: unknown[]) {
    const copy = Reflect.apply(clone, this, args);
    // A server can replace the global `Request`, and its clones are then not instances of the replacement.
    if (typeof copy === 'object' && copy !== null && Object.isExtensible(copy)) onClone(copy as Request);
    return copy;
  };
  define(request, 'clone', { writable: true, value: observedClone });
}

/** Replaces `body` with a stream of the same chunks, which does not lock the original stream before it is read. */
function observeStream(request: Request, onChunk: Collect): void {
  const getBody = findGetter(request, 'body');
  let stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  define(request, 'body', {
    get() {
      const body = getBody();
      if (!(body instanceof ReadableStream) || stream !== undefined) return stream ?? body;
      // A method of the request is reading the stream.
      if (body.locked) return body;
      stream = createPassThroughBody(() => getBody() as ReadableStream<Uint8Array>, {
        onChunk,
        onEnd: () => undefined,
      });
      return stream;
    },
  });
}

function findGetter(target: object, name: string): () => unknown {
  for (let owner: object | null = target; owner !== null; owner = Object.getPrototypeOf(owner)) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name);
    if (descriptor !== undefined)
      return () => (descriptor.get ? Reflect.apply(descriptor.get, target, []) : descriptor.value);
  }
  return () => undefined;
}

const getMethod = (target: object, name: string) => Reflect.get(target, name) as Method;

function define(request: Request, name: string, descriptor: PropertyDescriptor): void {
  Object.defineProperty(request, name, { ...descriptor, configurable: true, enumerable: false });
}

/** Formats the fields of a form, which the application got instead of the text. Files occur only in multipart forms, which are not captured. */
function formatForm(form: FormData): string {
  const fields = [...form].map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : '']);
  return new URLSearchParams(fields).toString();
}
