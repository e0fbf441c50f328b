import { type DoctorInput, diagnose } from '@context-sync/engine/doctor/doctor';
import { openStore } from '@context-sync/engine/state/open-store';
import { logDiagnosis, renderDiagnosisSummary } from '../report/log/log-diagnosis.ts';
import { writeSummary } from '../report/log/workflow-commands.ts';

/** Time limit in milliseconds for all requests of the check. */
const DOCTOR_TIMEOUT_MS = 120_000;

/** Checks the setup and reports the results in the log and the job summary. */
export async function runDoctor(input: Omit<DoctorInput, 'openStore' | 'signal'>): Promise<void> {
  const diagnoses = await diagnose({
    ...input,
    openStore: (settings) => openStore(settings, input.context),
    signal: AbortSignal.timeout(DOCTOR_TIMEOUT_MS),
  });
  logDiagnosis(diagnoses);
  await writeSummary(renderDiagnosisSummary(diagnoses));
}
