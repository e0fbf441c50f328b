import { z } from 'zod';

/**
 * A code repository as it is connected to a project. The specification gives types only, and does not say which values `category` may have. The
 * bounds are ours, and `x-extension` names them in the description: what no repository can have is an error before it is stored or sent.
 */
export const dataSourceInput = z.strictObject({
  installationId: z
    .int()
    .min(1, 'must be a positive number')
    .max(Number.MAX_SAFE_INTEGER)
    .describe('Installation identifier of the repository host integration')
    .meta({ 'x-extension': ['minimum', 'maximum'] }),
  // GitHub's rule for accounts; a managed user has `_` and the short code of the enterprise behind the name.
  owner: z
    .string()
    .max(39)
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'must be an account name: letters, digits, "-" and "_"')
    .describe('Repository owner: letters, digits, `-` and `_`')
    .meta({ 'x-extension': ['maxLength', 'pattern'] }),
  // GitHub's rule for repositories, which cannot be named `.` or `..`.
  repo: z
    .string()
    .max(100)
    .regex(/^\.{0,2}[A-Za-z0-9_-][A-Za-z0-9._-]*$/, 'must be a repository name: letters, digits, ".", "-" and "_"')
    .describe('Repository name: letters, digits, `.`, `-` and `_`')
    .meta({ 'x-extension': ['maxLength', 'pattern'] }),
  // What git-check-ref-format forbids in every name. 255 is the longest file name, in which a host may have to keep it.
  branch: z
    .string()
    .max(255)
    .regex(
      /^[!-)+-9;->@-Z\]_-}\u00a1-\uffff]+$/,
      'must be a branch name, without spaces, control characters and any of ~ ^ : ? * [ \\',
    )
    .describe('Branch, without spaces, control characters and any of `~ ^ : ? * [ \\`')
    .meta({ 'x-extension': ['maxLength', 'pattern'] }),
  category: filled(100, 'Category of the source, not blank'),
  provider: filled(100, 'Repository host, not blank').optional(),
  siteUrl: z
    .string()
    .max(2048)
    // White space is not allowed either: a URL parser would drop it, and the stored text would not be what was checked.
    .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/\S+$/, 'must be an http or https URL')
    .refine((text) => URL.canParse(text), 'must be an http or https URL')
    .describe(
      'Public http or https URL of the live docs site this repository publishes to; a documentation link in the portal header',
    )
    .meta({ format: 'uri', 'x-extension': ['format', 'maxLength', 'pattern'] })
    .optional(),
});

export type DataSourceInput = z.infer<typeof dataSourceInput>;

/** A text that is not blank. */
function filled(longest: number, description: string) {
  return z
    .string()
    .max(longest)
    .regex(/\S/, 'must not be blank')
    .describe(description)
    .meta({ 'x-extension': ['maxLength', 'pattern'] });
}
