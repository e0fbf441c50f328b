import { Random, StateHistory, startFaultProxy } from '@context-sync/testkit';
import { afterEach, expect, it } from 'vitest';
import { Stage } from '../../stage/stage.ts';
import { startTestedServer } from '../../stage/tested-server.ts';
import { BOOK_INPUTS, Book } from '../crashes/book.ts';
import { Bookkeeper } from '../crashes/bookkeeper.ts';

let stage: Stage;
afterEach(() => stage.cleanup.close());

it('a first run that meets the items of another first run takes none of them away', async () => {
  const book = new Book(new Random(1), 8);
  stage = await Stage.set(book.files());
  const server = await startTestedServer(stage.cleanup, 'the real service');
  let letGo: () => void = () => undefined;
  const delayedUntil = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrived: () => void = () => undefined;
  const isWaiting = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  // All runs use the same address, as it is part of the state; the one that is to be late is told by what it asks first.
  let isLate = true;
  const proxy = await startFaultProxy(stage.cleanup, server.url, (_method, path) => {
    if (!isLate || path !== '/openapi.json') return 'none';
    isLate = false;
    arrived();
    return { delayedUntil };
  });
  const run = () => stage.run({ ...server, url: proxy.url }, BOOK_INPUTS);

  const late = run();
  // It has found no state by now, and has yet to look at what the service holds.
  await isWaiting;
  const early = await run();
  expect(early).toMatchObject({ exitCode: 0, outputs: { created: String(book.size) } });
  letGo();
  expect(await late).toMatchObject({ exitCode: 0, outputs: { created: '0', deleted: '0' } });

  const keeper = new Bookkeeper(server, book, new StateHistory(stage.github, `context-sync/${server.project}`));
  await keeper.checkFinished(await run(), 'docs');
});
