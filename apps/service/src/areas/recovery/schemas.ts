import { isWithinDepth, MAX_JSON_DEPTH } from '@context-sync/redaction';
import { z } from '@hono/zod-openapi';
import { createQueryIntegerSchema, slugParameters } from '../../platform/http/common-schemas.ts';
import { createTimeSchema } from '../../platform/http/time-range-schemas.ts';
import { VERDICTS } from './hint-effect.ts';
import { hintInput } from './store.ts';

export const hintInputSchema = hintInput.meta({ id: 'HintInput' });

export const hintSchema = z
  .object({
    id: z.string(),
    ...hintInput.shape,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    problems: z
      .array(z.string())
      .describe(
        'Reasons why the hint can no longer match, such as an operation that the OpenAPI document no longer contains',
      ),
  })
  .meta({ id: 'Hint' });

export const hintSetSchema = z
  .object({
    version: z.literal(1),
    hints: z
      .array(z.looseObject({ id: z.string(), match: z.looseObject({}) }))
      .describe('Enabled hints in order of precedence; the service returns the first hint that matches'),
  })
  .meta({ id: 'HintSet' });

export const errorExampleSchema = z
  .strictObject({
    method: z.string().min(1).max(32),
    url: z.string().min(1).max(8_192).describe('URL or path of the request'),
    status: z.int().min(400).max(599),
    errorCode: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .describe('Code of the error. Default: read from the body, as in the SDK'),
    body: z
      .unknown()
      .optional()
      .refine(isWithinDepth, `must not be nested deeper than ${MAX_JSON_DEPTH} levels`)
      .describe('Body of the response: JSON, or a text'),
  })
  .meta({ id: 'ErrorExample' });

export const testedHintSchema = z
  .object({
    hint: hintSchema.omit({ problems: true }).nullable().describe('The hint that matches; null if none does'),
    sent: z
      .object({
        link: z.string().nullable().describe('Value of the Link header'),
        retryAfterSeconds: z.int().nullable().describe('Value of Retry-After if the API sends none'),
        body: z.unknown().describe('The body that agents receive; null if it is not a JSON object'),
      })
      .nullable(),
  })
  .meta({ id: 'TestedHint' });

const range = { since: z.iso.datetime(), until: z.iso.datetime() };

export const candidatesSchema = z
  .object({
    ...range,
    candidates: z.array(
      z.object({
        endpointId: z.string(),
        method: z.string(),
        route: z.string(),
        status: z.int(),
        errorCode: z.string().nullable(),
        hintIds: z
          .array(z.string())
          .describe(
            'Hints that match the error only if the body of the response contains the text of `messageContains`. Requests that received one of these hints are not counted',
          ),
        requests: z.int(),
        users: z.int().describe('Users who got the error'),
        stuckUsers: z
          .int()
          .describe(
            'Users who received the error at least 3 times without a 2xx response from the endpoint in between',
          ),
      }),
    ),
  })
  .meta({ id: 'HintCandidates' });

const share = z.number().nullable();

export const effectSchema = z
  .object({
    ...range,
    delivered: z
      .int()
      .describe(
        'Users who received the current version of the hint. Each user counts once, by their first error that this version matched',
      ),
    recovered: z
      .int()
      .describe(
        'Users who received the hint, and then a 2xx response from the same endpoint within 10 minutes of that error',
      ),
    withheld: z.int().describe('Users from whom the hint was withheld'),
    recoveredWithheld: z.int(),
    pending: z
      .int()
      .describe('Users who received the error less than 10 minutes ago; the other counts do not include them'),
    rate: share.describe('Share of users who recovered with the hint'),
    rateWithheld: share.describe('Share of users who recovered without it'),
    difference: share,
    interval: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .describe('95 % confidence interval of the difference; null with fewer than 30 users in either group'),
    verdict: z.enum(VERDICTS).describe('`not-shown`: the interval contains 0. `too-few`: too few users for a result'),
  })
  .meta({ id: 'HintEffect' });

export const candidatesQuery = z.strictObject({
  since: createTimeSchema('Start: a time with an offset, or relative to now, such as `-7d`. Default: `-24h`'),
  until: createTimeSchema('End. Default: now'),
  limit: createQueryIntegerSchema(1, 500).optional(),
});
export const effectQuery = z.strictObject({
  since: createTimeSchema('Start: a time with an offset, or relative to now, such as `-7d`. Default: `-30d`'),
  until: createTimeSchema('End. Default: now'),
});
export const hintParameters = slugParameters.extend({ hintId: z.string().openapi({ description: 'Id of the hint' }) });
