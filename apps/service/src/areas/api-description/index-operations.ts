import { WorkerError } from '../../platform/parsing/worker-process.ts';
import { OpenapiError } from './index.ts';
import type { ApiDescriptionServices } from './services.ts';

/**
 * Lets the search find the operations of OpenAPI documents that a restored backup contains, or that an earlier version of the service stored. A
 * document that cannot be read is skipped until the next start.
 */
export async function indexOperations(
  { store: { apiDescriptions }, openapiDocuments }: Pick<ApiDescriptionServices, 'store' | 'openapiDocuments'>,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (error: unknown) => void },
): Promise<void> {
  try {
    for (const { projectId, sha256 } of await apiDescriptions.unindexed()) {
      if (signal.aborted) return;
      const texts = await openapiDocuments.lookUpLast(projectId, 'operationTexts', {}).catch((error: unknown) => {
        if (error instanceof OpenapiError || error instanceof WorkerError) return undefined;
        throw error;
      });
      if (texts) await apiDescriptions.index(projectId, sha256, texts);
    }
  } catch (error) {
    if (!signal.aborted) report(error);
  }
}
