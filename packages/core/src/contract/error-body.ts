import { z } from 'zod';

/** The body of every error answer. Unknown members are tolerated, as the specification lists only these two. */
export const errorBody = z.looseObject({
  error: z.looseObject({ code: z.string(), message: z.string() }),
});

export type ErrorBody = z.infer<typeof errorBody>;
