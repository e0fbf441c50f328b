import { z } from 'zod';

/** Schema of the seven filters of the log search. All are optional, and a log must match all filters that are set. */
export const logFilters = z.strictObject({
  status: z.int().optional().describe('HTTP status of the captured request'),
  method: z.string().optional().describe('HTTP method of the captured request'),
  urlContains: z.string().optional().describe('Text that the request URL contains'),
  groupEmail: z.string().optional().describe('Email address of the group'),
  since: z.iso.datetime({ offset: true }).optional().describe('Only requests captured at or after this time'),
  until: z.iso.datetime({ offset: true }).optional().describe('Only requests captured at or before this time'),
  limit: z.int().optional().describe('Most logs to return'),
});

export type LogFilters = z.infer<typeof logFilters>;
