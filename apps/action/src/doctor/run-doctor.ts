import { writeSummary } from '../report/log/console.ts';
import { diagnosisSummary, logDiagnosis } from '../report/log/diagnosis.ts';
import { openStore } from '../state/open-store.ts';
import { type DoctorInput, diagnose } from './doctor.ts';

/** Milliseconds after which the doctor asks the service nothing more. */
const TIME_LIMIT = 120_000;

/** Checks the set-up, and tells what was found in log and summary. */
export async function runDoctor(input: Omit<DoctorInput, 'storeOf' | 'signal'>): Promise<void> {
  const diagnoses = await diagnose({
    ...input,
    storeOf: (settings) => openStore(settings, input.context),
    signal: AbortSignal.timeout(TIME_LIMIT),
  });
  logDiagnosis(diagnoses);
  await writeSummary(diagnosisSummary(diagnoses));
}
