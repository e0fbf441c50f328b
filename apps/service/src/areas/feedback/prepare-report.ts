import { createHash } from 'node:crypto';
import { cleanOutsideText } from '../../platform/personal-data/clean-outside-text.ts';
import { getUserId } from '../../platform/personal-data/user-id.ts';
import { getEndpointId, getEndpointName } from '../logs/endpoint-name.ts';
import type { LogSummary } from '../logs/store.ts';
import type { FeedbackServices } from './services.ts';
import type { FeedbackSource, FeedbackSubject, NewReport, ReportedProblem } from './store.ts';

/** Maximum time in milliseconds between a failed request and a report for which the request can be the reason. */
const FAILURE_WINDOW_MS = 1_800_000;

/** Properties of a report that the reporter sends. */
export type ReportInput = Omit<ReportedProblem, 'source' | 'userId' | 'logId' | 'endpointId'>;

/** The sender of a report. */
export interface Reporter {
  /** Rate-limit key of the reporter: the id of a member, or a hash of the IP address of a reader. */
  readonly id: string;
  /** Email address with which the reporter may have called the API. */
  readonly email?: string | undefined;
  /** Email address of the user of the API on whose behalf a program reports. */
  readonly user?: string | undefined;
}

/** Removes credentials, email addresses and invisible characters from a report, and finds the failed request that may be the reason for the report. */
export async function prepareReport(
  services: FeedbackServices,
  projectId: string,
  source: FeedbackSource,
  reporter: Reporter,
  input: ReportInput,
): Promise<NewReport> {
  const clean = <Text extends string | null>(text: Text) =>
    (text === null ? null : cleanOutsideText(services.redaction, text)) as Text extends null ? null : string;
  const user = await findUser(services, projectId, reporter.user);
  const addresses = user?.addresses ?? (reporter.email === undefined ? [] : [reporter.email]);
  const failure = await findFailure(services, projectId, addresses);
  const about = input.about && { ...input.about, ref: cleanOutsideText(services.redaction, input.about.ref) };
  const detail = cleanOutsideText(services.redaction, input.detail);
  return {
    source,
    kind: input.kind,
    impact: input.impact,
    task: clean(input.task),
    detail,
    suggestion: clean(input.suggestion),
    about,
    agent: input.agent && {
      name: cleanOutsideText(services.redaction, input.agent.name),
      version: clean(input.agent.version),
    },
    userId: user?.id ?? null,
    logId: failure?.id ?? null,
    endpointId: failure ? getEndpointId(getEndpointName(failure)) : null,
    reporter: user?.id ?? reporter.id,
    fingerprint: computeFingerprint(about, detail),
  };
}

/** Returns a hash of the letters and digits of a text. */
function computeFingerprint(subject: FeedbackSubject | null, detail: string): string {
  const normalizedDetail = detail.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '') || detail;
  return createHash('sha256')
    .update(JSON.stringify([subject?.type, subject?.ref, normalizedDetail]))
    .digest('hex');
}

/** Finds the stored user for an email address. The report refers only to stored users, because only these can be erased. */
async function findUser({ store }: FeedbackServices, projectId: string, address: string | undefined) {
  if (address === undefined) return undefined;
  const user = await store.users.get(projectId, getUserId(projectId, address));
  return user && { id: user.id, addresses: user.email === null ? [address] : [user.email, ...user.spellings] };
}

/** Returns the newest failed request of a user with one of the email addresses. */
async function findFailure(
  { store }: FeedbackServices,
  projectId: string,
  addresses: readonly string[],
): Promise<LogSummary | undefined> {
  const since = new Date(Date.now() - FAILURE_WINDOW_MS).toISOString();
  const foundReports: LogSummary[] = [];
  for (const groupEmail of addresses) {
    for (const statusClass of ['4xx', '5xx'] as const) {
      const { items } = await store.logs.search(projectId, { groupEmail, since, statusClass }, { limit: 1 });
      foundReports.push(...items);
    }
  }
  return foundReports.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : -1))[0];
}

/** Returns the email address of a member. */
export async function findMemberEmail(
  { store }: FeedbackServices,
  projectId: string,
  userId: string,
): Promise<string | undefined> {
  return (await store.accounts.members(projectId)).find((member) => member.userId === userId)?.email;
}
