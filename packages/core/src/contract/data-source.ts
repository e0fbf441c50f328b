import { z } from 'zod';
import { hasUrlCredentials, NO_URL_CREDENTIALS } from './url-credentials.ts';

/**
 * Schema of a code repository to connect to a project. The specification defines only types, and no values for `category`. This project has added the
 * limits, which `x-extension` marks in the OpenAPI document, so that values that no repository can have are rejected before they are stored or sent.
 */
export const dataSourceInput = z.strictObject({
  installationId: z
    .int()
    .min(1, 'must be a positive number')
    .max(Number.MAX_SAFE_INTEGER)
    .describe('Installation identifier of the repository host integration')
    .meta({ 'x-extension': ['minimum', 'maximum'] }),
  // GitHub's rule for account names. The name of a managed user ends with `_` and the short code of the enterprise.
  owner: z
    .string()
    .max(39)
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, 'must be an account name: letters, digits, "-" and "_"')
    .describe('Repository owner: letters, digits, `-` and `_`')
    .meta({ 'x-extension': ['maxLength', 'pattern'] }),
  // GitHub's rule for repository names. `.` and `..` are not allowed.
  repo: z
    .string()
    .max(100)
    .regex(/^\.{0,2}[A-Za-z0-9_-][A-Za-z0-9._-]*$/, 'must be a repository name: letters, digits, ".", "-" and "_"')
    .describe('Repository name: letters, digits, `.`, `-` and `_`')
    .meta({ 'x-extension': ['maxLength', 'pattern'] }),
  // Excludes the characters that git-check-ref-format forbids. The maximum of 255 is the maximum length of file names, because a host may store a branch in a
  // file with the same name.
  branch: z
    .string()
    .max(255)
    .regex(
      /^[!-)+-9;->@-Z\]_-}\u00a1-\uffff]+$/,
      'must be a branch name, without spaces, control characters and any of ~ ^ : ? * [ \\',
    )
    .describe('Branch, without spaces, control characters and any of `~ ^ : ? * [ \\`')
    .meta({ 'x-extension': ['maxLength', 'pattern'] }),
  category: createNonBlankTextSchema(100, 'Category of the source, not blank'),
  provider: createNonBlankTextSchema(100, 'Repository host, not blank').optional(),
  siteUrl: z
    .string()
    .max(2048)
    // Whitespace is not allowed, because a URL parser would remove it, so that the stored text would differ from the checked one.
    .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/\S+$/, 'must be an http or https URL, such as https://docs.example.com')
    .refine((text) => URL.canParse(text), 'must be an http or https URL, such as https://docs.example.com')
    .refine((text) => !hasUrlCredentials(text), NO_URL_CREDENTIALS)
    .describe(
      'Public http or https URL of the live docs site this repository publishes to; a documentation link in the portal header',
    )
    .meta({ format: 'uri', 'x-extension': ['format', 'maxLength', 'pattern'] })
    .optional(),
});

export type DataSourceInput = z.infer<typeof dataSourceInput>;

/** Returns a schema of text that is not blank. */
function createNonBlankTextSchema(maxChars: number, description: string) {
  return z
    .string()
    .max(maxChars)
    .regex(/\S/, 'must not be blank')
    .describe(description)
    .meta({ 'x-extension': ['maxLength', 'pattern'] });
}
