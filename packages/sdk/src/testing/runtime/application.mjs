// The API that the conformance tests capture, in plain JavaScript and with web APIs only, so that every runtime can run it.
import { Hono } from 'hono';

/** Returns the options of the SDK. */
export const getOptions = (url) => ({ url, project: 'octo-api', key: 'csk_test', bodies: 'all' });

/** Responds to a request of the tests. */
export async function respond(request) {
  const { pathname } = new URL(request.url);
  switch (pathname) {
    case '/echo': {
      const type = request.headers.get('content-type') ?? '';
      return new Response(await request.arrayBuffer(), { headers: { 'content-type': type } });
    }
    case '/stream':
      return new Response(createStream(['one ', 'two ', 'three']), { headers: { 'content-type': 'text/plain' } });
    case '/fail':
      throw new Error('The handler failed.');
    default:
      return Response.json({ code: 'no_such_pet' }, { status: 404 });
  }
}

/** Returns the response to a request whose handler failed. The type is set explicitly, because Bun sets no default type for a text. */
export const createFailure = () => new Response('failed', { status: 500, headers: { 'content-type': 'text/plain' } });

/** Returns a Hono application with the middleware of the SDK. */
export function createHonoApplication(middleware) {
  const application = new Hono();
  application.onError(() => createFailure());
  application.use(middleware);
  application.all('*', (context) => respond(context.req.raw));
  return application;
}

function createStream(texts) {
  const encoder = new TextEncoder();
  let index = 0;
  return new ReadableStream({
    async pull(controller) {
      // Each chunk is created in another turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (index === texts.length) return controller.close();
      controller.enqueue(encoder.encode(texts[index]));
      index += 1;
    },
  });
}
