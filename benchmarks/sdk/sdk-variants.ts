/** The variants of the measured API: without an SDK, and with each capture SDK. */
export const VARIANTS = {
  bare: 'bare',
  'sdk-none': 'SDK, no bodies',
  'sdk-all': 'SDK, all bodies',
  'apitally-counters': 'apitally, counts only',
  'apitally-bodies': 'apitally, log with bodies',
  readmeio: 'readmeio',
  otel: 'OpenTelemetry HTTP',
} as const;

export type Variant = keyof typeof VARIANTS;

export const FRAMEWORKS = ['node:http', 'express', 'fastify', 'hono'] as const;
export type Framework = (typeof FRAMEWORKS)[number];
/** The measured applications: one for each framework, and a `node:http` server that streams its response. */
export type ApplicationName = Framework | 'stream';

/** The frameworks that a peer supports, if it does not support all of them. */
const SUPPORTED_FRAMEWORKS: Partial<Record<Variant, readonly Framework[]>> = {
  'apitally-counters': ['express', 'fastify', 'hono'],
  'apitally-bodies': ['express', 'fastify', 'hono'],
  readmeio: ['node:http', 'express'],
};

/** Returns the variants that support a framework, starting with `bare`. */
export function listVariants(framework: Framework): readonly Variant[] {
  const names = Object.keys(VARIANTS) as Variant[];
  return names.filter((variant) => SUPPORTED_FRAMEWORKS[variant]?.includes(framework) ?? true);
}
