/** Returns a response whose body never ends, as one of a service that stalls. */
export const endlessResponse = (status: number) =>
  new Response(new ReadableStream({ pull: () => new Promise<void>(() => undefined) }), { status });
