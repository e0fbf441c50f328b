import { drawKillPoint, Random } from '@context-sync/testkit';
import { PortalCrashChain } from './portal-crash-chain.ts';

/** Number of writes for the portal in a run. */
const PORTAL_WRITES = 6;
/** The number of violations after which no more runs are killed. */
const VIOLATION_LIMIT = 5;

/** Kills runs at random points while they publish, each followed by a complete run, a check of the portal, and a run that must write nothing. */
export async function runPortalCrashes({ kills, seed }: { readonly kills: number; readonly seed: number }) {
  const random = new Random(seed);
  const violations: string[] = [];
  let killCount = 0;
  while (killCount < kills && violations.length < VIOLATION_LIMIT) {
    const chain = await PortalCrashChain.start();
    try {
      while (killCount < kills) if (await chain.publishWithKill(drawKillPoint(random, PORTAL_WRITES))) killCount += 1;
    } catch (error) {
      violations.push(`publishing, seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
    } finally {
      await chain.close();
    }
  }
  return { kills: killCount, violations };
}
