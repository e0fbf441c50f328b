import { findDocs, noDocuments } from '../docs/documents.ts';
import type { Git } from '../docs/git.ts';
import type { Settings } from '../inputs/settings.ts';
import { count } from '../report/phrases.ts';
import { failureOf } from './check-service.ts';
import { type Finding, failed, ok } from './finding.ts';

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
