/** Returns a response whose body never ends, as one of a service that stalls. */
export function endlessResponse(status: number): Response {
  return new Response(new ReadableStream({ pull: () => new Promise<void>(() => undefined) }), { status });
}
