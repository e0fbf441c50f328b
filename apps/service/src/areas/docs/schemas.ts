import { hasUrlCredentials, NO_URL_CREDENTIALS } from '@context-sync/core/url-credentials';
import { z } from '@hono/zod-openapi';
import { slugParameters } from '../../platform/http/common-schemas.ts';
import { createReadOnlyProperties } from '../../platform/http/read-only-properties.ts';
import { type AccentColor, findContrastProblem, HEX_COLOR, MIN_CONTRAST } from './accent-color.ts';
import { ASSET_PATH_RULE, isAssetPath } from './asset-path.ts';
import { isPagePath, PAGE_PATH_RULE } from './page-path.ts';
import { MAX_MARKDOWN_BYTES, type PortalEntry } from './store.ts';

/** Maximum number of entries of a navigation, and their maximum nesting depth. */
const MAX_NAVIGATION_ENTRIES = 2_000;
const MAX_NAVIGATION_DEPTH = 4;
const MAX_URL_CHARS = 2_048;
const MAX_HEADER_LINKS = 6;

const pagePath = z.string().refine(isPagePath, PAGE_PATH_RULE).describe('Path of a page, such as `guides/start`');
const etag = z.string().describe('Changes with every change of the content; for `If-Match`');

const navigationEntry: z.ZodType<PortalEntry> = z
  .strictObject({
    title: z.string().min(1).max(120),
    path: pagePath.optional(),
    get items() {
      return z.array(navigationEntry).max(500).optional();
    },
  })
  .meta({ id: 'DocsNavigationEntry' });

function isNavigation(entries: readonly PortalEntry[]): boolean {
  let count = 0;
  const visit = (list: readonly PortalEntry[], depth: number): boolean => {
    count += list.length;
    if (depth > MAX_NAVIGATION_DEPTH || count > MAX_NAVIGATION_ENTRIES) return false;
    return list.every(({ items }) => !items || visit(items, depth + 1));
  };
  return visit(entries, 1);
}

const createColorSchema = (scheme: keyof AccentColor) =>
  z
    .string()
    .regex(HEX_COLOR, 'must be a color such as #2559bf')
    .superRefine((color, context) => {
      const problem = HEX_COLOR.test(color) ? findContrastProblem(color, scheme) : undefined;
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    });

const headerLink = z.strictObject({
  title: z.string().trim().min(1).max(40),
  url: z
    .url({ protocol: /^https?$/ })
    .max(MAX_URL_CHARS)
    .refine((url) => !hasUrlCredentials(url), NO_URL_CREDENTIALS),
});

export const settingsInputSchema = z.strictObject({
  title: z
    .string()
    .min(1)
    .max(80)
    .nullable()
    .default(null)
    .describe('Title of the portal; null: the name of the project'),
  description: z.string().max(300).default(''),
  navigation: z
    .array(navigationEntry)
    .max(500)
    .refine(
      isNavigation,
      `must have at most ${MAX_NAVIGATION_ENTRIES} entries, nested at most ${MAX_NAVIGATION_DEPTH} levels deep`,
    )
    .nullable()
    .default(null)
    .describe('The navigation of the portal; null: derived from the paths and the `order` of the pages'),
  published: z.boolean().default(false).describe('Whether the portal shows pages'),
  anonymousRead: z
    .boolean()
    .default(true)
    .describe('Whether everyone can read the public pages of a published portal. Otherwise, only members can'),
  publicReference: z
    .boolean()
    .default(false)
    .describe(
      'Whether everyone who can read the portal can read the API reference, which comes from the OpenAPI document of the project. Otherwise, only members can',
    ),
  accentColor: z
    .strictObject({ light: createColorSchema('light'), dark: createColorSchema('dark') })
    .nullable()
    .default(null)
    .describe(
      `Color of links and buttons in the light and in the dark color scheme, each with a contrast of at least ${MIN_CONTRAST}:1 with the background; null: the color of the service`,
    ),
  logo: z
    .string()
    .refine(isAssetPath, ASSET_PATH_RULE)
    .nullable()
    .default(null)
    .describe('Path of the file of the docs that is shown next to the title, such as `img/logo.svg`; null: none'),
  headerLinks: z
    .array(headerLink)
    .max(MAX_HEADER_LINKS)
    .default([])
    .describe('Links in the header. Links to the sites of data sources are added after them'),
});

/** Properties of the settings that only the service sets. */
export const READ_ONLY_SETTINGS = ['etag', 'updatedAt', 'url'] as const;

/** The body of a request that replaces the settings. */
export const settingsBodySchema = z
  .strictObject({ ...settingsInputSchema.shape, ...createReadOnlyProperties(READ_ONLY_SETTINGS) })
  .meta({ id: 'DocsSettingsInput' });

export const settingsSchema = z
  .object({
    ...settingsInputSchema.shape,
    etag,
    updatedAt: z.iso.datetime().nullable().describe('Null if the settings have never been changed'),
    url: z
      .url()
      .nullable()
      .describe(
        'URL of the portal, on its own host if the service has one for it. Null if the service does not know its public URL',
      ),
  })
  .meta({ id: 'DocsSettings' });

const sourceSchema = z.strictObject({
  file: z.string().min(1).max(1_024).optional().describe('Path of the file in its repository'),
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, 'must be the id of a commit')
    .optional(),
  editUrl: z
    .url({ protocol: /^https?$/ })
    .max(MAX_URL_CHARS)
    .refine((url) => !hasUrlCredentials(url), NO_URL_CREDENTIALS)
    .optional()
    .describe('URL at which the text can be edited'),
});

export const pageInputSchema = z.strictObject({
  title: z.string().min(1).max(120),
  description: z.string().max(300).default(''),
  markdown: z
    .string()
    .refine((text) => Buffer.byteLength(text) <= MAX_MARKDOWN_BYTES, `must have at most ${MAX_MARKDOWN_BYTES} bytes`)
    .describe(`GitHub Flavored Markdown, at most ${MAX_MARKDOWN_BYTES} bytes`),
  public: z.boolean().default(true).describe('Whether people other than members can read the page'),
  order: z.int().min(0).max(1_000_000).default(0).describe('Position among the pages of the same folder'),
  source: sourceSchema.nullable().default(null).describe('The file that the text comes from'),
});

/** Properties of a page that only the service sets. */
export const READ_ONLY_PAGE_PROPERTIES = ['path', 'etag', 'updatedAt', 'warnings'] as const;

/** The body of a request that replaces a page. */
export const pageBodySchema = z
  .strictObject({
    ...pageInputSchema.shape,
    ...createReadOnlyProperties(READ_ONLY_PAGE_PROPERTIES),
  })
  .meta({ id: 'DocsPageInput' });

const { markdown, ...summaryShape } = pageInputSchema.shape;
const storedProperties = { path: z.string(), etag, updatedAt: z.iso.datetime() };

export const pageSummarySchema = z.object({ ...storedProperties, ...summaryShape }).meta({ id: 'DocsPageSummary' });
export const pageSchema = z.object({ ...storedProperties, ...summaryShape, markdown }).meta({ id: 'DocsPage' });
export const writtenPageSchema = z
  .object({
    ...pageSchema.shape,
    warnings: z
      .array(z.string())
      .describe('What was removed from the page or could not be rendered, and links to pages that do not exist'),
  })
  .meta({ id: 'WrittenDocsPage' });

/** ETag that a page must have before the batch. Null: the page must not exist. */
const precondition = z.string().max(100).nullable().optional();

/** A line of a batch that stores a page. */
export const pageLineSchema = z.strictObject({
  path: pagePath,
  ...pageInputSchema.shape,
  /** Previous path of the page. The URL of this path redirects to the new one. */
  movedFrom: pagePath.optional(),
  ifMatch: precondition,
  /** ETag that the page at `movedFrom` must have. */
  movedFromIfMatch: precondition,
});

/** A line of a batch that deletes a page. */
export const deletionLineSchema = z.strictObject({ path: pagePath, delete: z.literal(true), ifMatch: precondition });

export const batchResultSchema = z
  .object({
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    deleted: z.int(),
    pages: z.array(z.object({ path: z.string(), etag })).describe('The stored pages with their ETags'),
    warnings: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .describe('The warnings of all pages. If there are many, only the first ones'),
  })
  .meta({ id: 'DocsBatchResult' });

export const pageParameters = slugParameters.extend({
  path: pagePath.openapi({ description: 'Path of the page, with each `/` sent as `%2F`, such as `guides%2Fstart`' }),
});
