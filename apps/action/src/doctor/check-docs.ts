import { findDocs, noDocuments } from '../docs/documents.ts';
import type { Git } from '../git/git.ts';
import type { Settings } from '../inputs/settings.ts';
import { type Finding, failed, ok } from '../report/finding.ts';
import { count } from '../report/wording.ts';
import { failureOf } from './check-service.ts';

/** Checks that there is something to sync. */
export async function checkDocs(git: Git, settings: Settings): Promise<Finding> {
  try {
    const found = await findDocs(git, settings);
    if ('problem' in found) return failed('Docs', found.problem, found.fix);
    const { documents, skipped } = await found.list();
    if (documents.length === 0) {
      const fault = noDocuments(settings, skipped);
      return failed('Docs', fault.problem, fault.fix);
    }
    const where = settings.docs === '' ? 'the repository' : settings.docs;
    return ok('Docs', `${count(documents.length, 'document')} in ${where}, ${skipped.length} left out`);
  } catch (error) {
    return failureOf('Docs', error);
  }
}
