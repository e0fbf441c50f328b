import { Random, runAction, startFaultProxy } from '@context-sync/testkit';
import { Stage } from '../stage.ts';
import { BOOK_INPUTS, Book } from './book.ts';
import { startTestedServer } from './tested-server.ts';

const book = new Book(new Random(1), 104);
const stage = await Stage.set(book.files());
const server = await startTestedServer(stage.cleanup, process.argv[2] as never);
const log: string[] = [];
const start = performance.now();
const say = (t: string) => log.push(`${Math.round(performance.now() - start)} ${t}`);
const gh = await startFaultProxy(stage.cleanup, stage.github.apiUrl, (m, p) => {
  say(`gh ${m} ${p.slice(0, 70)}`);
  return 'none';
});
const sv = await startFaultProxy(stage.cleanup, server.url, (m, p) => {
  say(`sv ${m} ${p.slice(0, 60)}`);
  return 'none';
});
const run = async (inputs = {}, more = {}) =>
  stage.run(
    { ...server, url: sv.url },
    { ...BOOK_INPUTS, ...inputs },
    {
      github: { ...stage.github, apiUrl: gh.url },
      ...more,
      started: (c: any) => {
        c.stdout.on('data', (t: Buffer) => {
          for (const l of t.toString().split('\n')) if (!/^(create|::|in doubt|leave|$)/.test(l)) say(`out ${l}`);
        });
        (more as any).started?.(c);
      },
    },
  );
let n = 0;
await run({}, { started: (c: any) => setTimeout(() => c.kill('SIGKILL'), Number(process.argv[3])) });
say('---- rerun');
const r = await run();
say(`---- end ${r.exitCode} ${JSON.stringify(r.outputs)}`);
await stage.repository.commit('e', book.edit());
const r2 = await run();
say(`---- end ${r2.exitCode} ${JSON.stringify(r2.outputs)}`);
let last = '';
for (const l of log) {
  const k = l.replace(/^\d+ /, '').slice(0, 30);
  if (k === last && /sv P|sv D/.test(k)) {
    n++;
    continue;
  }
  if (n) console.log(`   ... +${n}`);
  n = 0;
  last = k;
  console.log(l);
}
await stage.cleanup.close();
