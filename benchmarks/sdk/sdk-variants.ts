/** The variants of the measured API: without an SDK, and with each capture SDK. */
export const VARIANTS = {
  bare: 'bare',
  'sdk-none': 'SDK, no bodies',
  'sdk-errors': 'SDK, bodies of errors',
  'sdk-all': 'SDK, all bodies',
  'apitally-counters': 'apitally, counters',
  'apitally-bodies': 'apitally, bodies',
} as const;

export type Variant = keyof typeof VARIANTS;

export const VARIANT_NAMES = Object.keys(VARIANTS) as readonly Variant[];

export const FRAMEWORKS = ['hono', 'express', 'fastify'] as const;
/** The measured applications: one for each framework, and a `node:http` server that streams its response. */
export type ApplicationName = (typeof FRAMEWORKS)[number] | 'stream';
