// This program kills the shipped action at random points of its syncs and while it publishes pages, starts concurrent runs, and makes requests fail.
// It checks after each round that no item, page or file is lost, duplicated or corrupt.
// npm run crashes -- [--kills=200] [--publish-kills=50] [--races=2] [--fault-schedules=2] [--seed=1] [--server="the real service" | "the
// five operations"]
import { SERVER_NAMES, type ServerName } from '../tests/sandbox/tested-server.ts';
import { runCrashMatrix } from '../tests/soak/crashes/crash-matrix.ts';
import { runPortalCrashes } from '../tests/soak/portal/portal-crashes.ts';
import { race } from '../tests/soak/races/race.ts';
import { NETWORK_FAULTS, SIGN_IN_PAGES } from '../tests/soak/random-faults/fault-schedule.ts';
import { syncWithFaults } from '../tests/soak/random-faults/sync-with-faults.ts';
import { exitWithUsageError, readProgramOptions, requireInteger, selectByName } from './program-options.ts';

const ROUNDS_PER_CHAIN = 8;
const PROGRESS_INTERVAL_RUNS = 20;

const { values } = readProgramOptions({
  kills: { type: 'string', default: '200' },
  'publish-kills': { type: 'string', default: '50' },
  races: { type: 'string', default: '2' },
  'fault-schedules': { type: 'string', default: '2' },
  seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  server: { type: 'string' },
});
const [kills, publishKills, races, schedules, seed] = (
  ['kills', 'publish-kills', 'races', 'fault-schedules', 'seed'] as const
).map((name) => requireInteger(`--${name}`, values[name], 0)) as [number, number, number, number, number];
if (kills + publishKills + races + schedules === 0)
  exitWithUsageError(
    '--kills, --publish-kills, --races and --fault-schedules are all 0: set one of them, because nothing would be checked.',
  );
const servers = selectByName('--server', values.server, SERVER_NAMES);

process.stdout.write(`Seed ${seed}\n`);
let violationCount = 0;
for (const server of servers)
  violationCount += (await runCrashes(server)) + (await runCollisions(server)) + (await syncAmongFaults(server));
// Only the service has pages.
if (servers.includes('the real service')) violationCount += await killPublishing();
process.exitCode = violationCount > 0 ? 1 : 0;

/**
 * Kills runs at random points and checks the results.
 * @returns the number of violations
 */
async function runCrashes(server: ServerName): Promise<number> {
  const start = performance.now();
  const formatSeconds = () => ((performance.now() - start) / 1000).toFixed(0);
  let reportedKills = 0;
  const { tally, violations } = await runCrashMatrix({
    server,
    kills,
    seed,
    roundsPerChain: ROUNDS_PER_CHAIN,
    progress: (now) => {
      if (now.kills < reportedKills + PROGRESS_INTERVAL_RUNS) return;
      reportedKills = now.kills - (now.kills % PROGRESS_INTERVAL_RUNS);
      process.stdout.write(
        `  ${server}: ${now.kills} of ${kills} kills, ${now.inDoubt} items reported in doubt, ${formatSeconds()} s\n`,
      );
    },
  });
  for (const violation of violations) process.stderr.write(`\n${violation}\n`);
  process.stdout.write(
    `${server}: ${tally.kills} kills (${tally.killsOfReruns} followed by another kill, ${tally.late} with a late request); ` +
      `one kill left at most ${tally.mostInDoubt} items in doubt, and at most ${tally.mostInDoubtSmall} in runs that sent at most 200 items; ` +
      `${tally.inDoubt} items reported in doubt, ${tally.resent} sent again, ${tally.assumed} treated as created, ${tally.resolvedByKey} resolved one by one; ` +
      `${violations.length} violations, ${formatSeconds()} s\n`,
  );
  return violations.length;
}

/**
 * Kills runs while they publish pages, files and the navigation.
 * @returns the number of violations
 */
async function killPublishing(): Promise<number> {
  const start = performance.now();
  const results = await runPortalCrashes({ kills: publishKills, seed });
  for (const violation of results.violations) process.stderr.write(`\n${violation}\n`);
  process.stdout.write(
    `publishing: ${results.kills} kills, ${results.violations.length} violations, ${((performance.now() - start) / 1000).toFixed(0)} s\n`,
  );
  return results.violations.length;
}

/**
 * Runs races in which two of six runners are killed. If the server does not support Idempotency-Key, the next run waits until the leases
 * of the killed runs have expired, which takes minutes.
 * @returns the number of violations
 */
async function runCollisions(server: ServerName): Promise<number> {
  const start = performance.now();
  let violations = 0;
  for (let index = 0; index < races; index += 1) {
    for (const commits of ['same', 'different'] as const) {
      try {
        await race({ server, seed: seed + index, commits, killed: 2 });
      } catch (error) {
        violations += 1;
        process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n`);
      }
    }
  }
  const elapsedSeconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `${server}: ${races * 2} races with killed runners, ${violations} violations, ${elapsedSeconds} s\n`,
  );
  return violations;
}

/**
 * Runs syncs with fault schedules, which contain every kind of failed request on both sides. The syncs mostly wait, so the syncs of one
 * seed run concurrently.
 * @returns the number of violations
 */
async function syncAmongFaults(server: ServerName): Promise<number> {
  const start = performance.now();
  let [faults, violations] = [0, 0];
  for (let index = 0; index < schedules; index += 1) {
    const killPoints = (['service', 'github'] as const).flatMap((side) => [
      { side, faults: NETWORK_FAULTS },
      { side, faults: SIGN_IN_PAGES },
    ]);
    const results = await Promise.allSettled(
      killPoints.map((place) => syncWithFaults({ server, ...place, seed: seed + index })),
    );
    for (const result of results) {
      if (result.status === 'fulfilled') faults += result.value;
      else {
        violations += 1;
        process.stderr.write(`\n${result.reason instanceof Error ? result.reason.stack : String(result.reason)}\n`);
      }
    }
  }
  const elapsedSeconds = ((performance.now() - start) / 1000).toFixed(0);
  process.stdout.write(
    `${server}: ${schedules * 4} fault schedules, ${faults} failed requests, ${violations} violations, ${elapsedSeconds} s\n`,
  );
  return violations;
}
