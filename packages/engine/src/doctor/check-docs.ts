import { createNoDocumentsProblem, findDocs } from '../docs/find-docs.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/action-settings.ts';
import { createFailure, createSuccess, type Finding } from '../report/doctor-finding.ts';
import { pluralize } from '../report/report-wording.ts';
import { createFailedCheck } from './check-service.ts';

/** Checks that the docs folder contains documents to sync. */
export async function checkDocs(git: Git, settings: Settings): Promise<Finding> {
  try {
    const docsResult = await findDocs(git, settings);
    if ('problem' in docsResult) return createFailure('Docs', docsResult.problem, docsResult.fix);
    const { documents, skipped } = await docsResult.list();
    if (documents.length === 0) {
      const problem = createNoDocumentsProblem(settings, skipped);
      return createFailure('Docs', problem.problem, problem.fix);
    }
    const docsLocation = settings.docs === '' ? 'the repository' : settings.docs;
    return createSuccess(
      'Docs',
      `${pluralize(documents.length, 'document')} in ${docsLocation}, ${skipped.length} skipped`,
    );
  } catch (error) {
    return createFailedCheck('Docs', error);
  }
}
