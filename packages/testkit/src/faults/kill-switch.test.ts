import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBareEnvironment, startProcess } from '../process/child-process.ts';
import { drawKillPoint, type KillAtRequest, KillSwitch } from './kill-switch.ts';
import { Random } from './random-source.ts';

let child: ChildProcess;
let killPromise: Promise<unknown[]>;
let killSwitch: KillSwitch;

beforeEach(() => {
  child = startProcess(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
    env: createBareEnvironment(),
  });
  killPromise = once(child, 'close');
  killSwitch = new KillSwitch();
});
afterEach(async () => {
  child.kill('SIGKILL');
  await killPromise;
});

function arm(point: Partial<KillAtRequest>): void {
  killSwitch.arm({ side: 'service', nth: 2, writes: true, moment: 'before', ...point });
  killSwitch.attach(child);
}

describe('KillSwitch', () => {
  it('the kill switch counts the requests to one server and kills the run at the given request', async () => {
    arm({});
    const [service, github] = [killSwitch.decide('service'), killSwitch.decide('github')];
    const faults = [service('POST', '/'), github('POST', '/'), github('POST', '/'), service('GET', '/')];
    expect(faults).toEqual(['none', 'none', 'none', 'none']);
    expect(killSwitch.fired).toBe(false);
    expect(service('PUT', '/')).toBe('request-lost');
    expect(killSwitch.fired).toBe(true);
    expect(await killPromise).toEqual([null, 'SIGKILL']);
    expect(service('PUT', '/')).toBe('none');
  });

  it('the kill switch can also count reads', () => {
    arm({ writes: false });
    const decide = killSwitch.decide('service');
    expect([decide('GET', '/'), decide('GET', '/')]).toEqual(['none', 'request-lost']);
  });

  it('the kill switch can kill the run after the server has executed the request', async () => {
    arm({ nth: 1, moment: 'after' });
    const fault = killSwitch.decide('service')('POST', '/');
    expect(killSwitch.fired).toBe(false);
    if (typeof fault === 'object' && 'onPassed' in fault) fault.onPassed?.();
    expect(killSwitch.fired).toBe(true);
    expect(await killPromise).toEqual([null, 'SIGKILL']);
  });

  it('the kill switch delays a late request until the request is released', async () => {
    arm({ nth: 1, moment: 'late' });
    const fault = killSwitch.decide('service')('POST', '/');
    expect(await killPromise).toEqual([null, 'SIGKILL']);
    const heldRequest = typeof fault === 'object' && 'heldUntil' in fault ? fault.heldUntil : undefined;
    const waitResult = await Promise.race([
      heldRequest?.then(() => 'gone on'),
      new Promise((resolve) => setTimeout(resolve, 20, 'held')),
    ]);
    expect(waitResult).toBe('held');
    killSwitch.release();
    await expect(heldRequest).resolves.toBeUndefined();
  });

  it('the kill switch does not count as fired if the run had already ended', async () => {
    arm({ nth: 1 });
    child.kill('SIGTERM');
    await killPromise;
    killSwitch.decide('service')('POST', '/');
    expect(killSwitch.fired).toBe(false);
  });

  it('the kill switch can kill the run after a given time', async () => {
    killSwitch.arm({ milliseconds: 10 });
    killSwitch.attach(child);
    expect(await killPromise).toEqual([null, 'SIGKILL']);
    expect(killSwitch.fired).toBe(true);
  });
});

it('random kill points cover all phases of a run', () => {
  const random = new Random(1);
  const points = Array.from({ length: 400 }, () => drawKillPoint(random, 300));
  const atRequests = points.filter((point) => 'side' in point);
  const sends = atRequests.filter(({ side, writes }) => side === 'service' && writes).map(({ nth }) => nth);
  expect(Math.min(...sends)).toBeLessThan(20);
  expect(Math.max(...sends)).toBeGreaterThan(280);
  expect(new Set(atRequests.map(({ moment }) => moment)).size).toBe(4);
  expect(atRequests.filter(({ side }) => side === 'github').length).toBeGreaterThan(80);
  expect(points.length - atRequests.length).toBeGreaterThan(20);
});
