/**
 * Converts a response with an event stream to a JSON response, for clients that do not accept streams. The body is the message of the stream, or a
 * list of messages if there are several. Other responses are returned unchanged.
 */
export async function convertToJson(response: Response): Promise<Response> {
  if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) return response;
  const events = (await response.text()).split(/\r?\n\r?\n/);
  const messages = events.map(getData).filter((data) => data !== '');
  const headers = new Headers(response.headers);
  headers.set('content-type', 'application/json');
  const [first = '', ...others] = messages;
  return new Response(others.length === 0 ? first : `[${messages.join(',')}]`, { status: response.status, headers });
}

function getData(event: string): string {
  return event
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []))
    .join('\n');
}
