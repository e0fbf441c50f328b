import { dataSourceInput } from '@context-sync/core';
import { z } from '@hono/zod-openapi';
import { slugParameters } from '../../platform/http/common-schemas.ts';

export const dataSourceInputSchema = dataSourceInput.meta({ id: 'DataSourceInput' });

export const dataSourceSchema = z
  .object({ id: z.string(), ...dataSourceInput.shape, createdAt: z.iso.datetime() })
  .meta({ id: 'DataSource' });

export const sourceParameters = slugParameters.extend({
  sourceId: z.string().openapi({ description: 'Id of the data source' }),
});
