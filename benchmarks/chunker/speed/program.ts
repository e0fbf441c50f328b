// Runs one measurement of one chunker in a new process. Types are stripped from this file and its imports beforehand.
import { readFileSync } from 'node:fs';
import { selectChunkers } from '../chunkers/all.ts';
import type { ChunkFunction } from '../chunkers/chunker.ts';
import { oursWithAddress } from '../chunkers/ours.ts';
import { readHashDecode } from './floor.ts';
import { linear } from './linear.ts';
import { filesOf, readPages } from './pages-on-disk.ts';
import { FLOOR, type Task } from './task.ts';
import { warm } from './warm.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
// Turns off warnings, because the time to log a warning for every long line would be measured as well.
console.warn = () => {};

async function load(): Promise<ChunkFunction> {
  const [chunker] = task.name === 'ours' ? [oursWithAddress(task.module)] : selectChunkers(task.module, task.name);
  if (!chunker) throw new Error(`There is no chunker ${task.name}.`);
  return chunker.load();
}

let result: unknown;
if (task.kind === 'once') {
  const kept: unknown[] = [];
  if (task.name === FLOOR) {
    readHashDecode(filesOf(task.input));
  } else {
    const chunkPage = await load();
    for (const page of readPages(task.input)) {
      const result = chunkPage(page, task.size);
      const chunks = result instanceof Promise ? await result : result;
      if (task.keep) kept.push(chunks);
    }
  }
} else if (task.kind === 'warm') {
  result = await warm(await load(), task.size, task.input);
} else {
  result = await linear(await load(), task.size, readFileSync(task.input, 'utf8'));
}
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ cpu: user + system, rss: process.resourceUsage().maxRSS * 1024, result }));
