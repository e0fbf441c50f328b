import { z } from 'zod';

/** A code repository as it is connected to a project. The allowed values of `category` are not known. */
export const dataSourceInput = z.strictObject({
  installationId: z.int().describe('Installation identifier of the repository host integration'),
  owner: z.string().describe('Repository owner'),
  repo: z.string().describe('Repository name'),
  branch: z.string().describe('Branch'),
  category: z.string().describe('Category of the source'),
  provider: z.string().optional().describe('Repository host'),
  siteUrl: z
    .string()
    .optional()
    .describe(
      'Public URL of the live docs site this repository publishes to; a documentation link in the portal header',
    ),
});

export type DataSourceInput = z.infer<typeof dataSourceInput>;
