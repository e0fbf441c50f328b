import { findDocs, noDocumentsProblem } from '../docs/documents.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/settings.ts';
import { type Finding, failed, ok } from '../report/finding.ts';
import { pluralize } from '../report/wording.ts';
import { failedCheck } from './check-service.ts';

/** Checks that the docs folder contains documents to sync. */
export async function checkDocs(git: Git, settings: Settings): Promise<Finding> {
  try {
    const found = await findDocs(git, settings);
    if ('problem' in found) return failed('Docs', found.problem, found.fix);
    const { documents, skipped } = await found.list();
    if (documents.length === 0) {
      const problem = noDocumentsProblem(settings, skipped);
      return failed('Docs', problem.problem, problem.fix);
    }
    const where = settings.docs === '' ? 'the repository' : settings.docs;
    return ok('Docs', `${pluralize(documents.length, 'document')} in ${where}, ${skipped.length} skipped`);
  } catch (error) {
    return failedCheck('Docs', error);
  }
}
