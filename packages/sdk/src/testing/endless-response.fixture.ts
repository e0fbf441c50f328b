/** Returns a response whose body never ends, as if the service stalled. */
export function endlessResponse(status: number): Response {
  return new Response(new ReadableStream({ pull: () => new Promise<void>(() => undefined) }), { status });
}
