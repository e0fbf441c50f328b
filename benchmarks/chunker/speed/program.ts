// This program runs one measurement of one chunker in a new process. Types are stripped from this file and its imports
// beforehand.
import { readFileSync } from 'node:fs';
import type { ChunkFunction } from '../chunkers/chunker-types.ts';
import { createOwnChunkerWithUrls, loadOwnChunkerWithSite } from '../chunkers/own-chunker.ts';
import { selectChunkers } from '../chunkers/select-chunkers.ts';
import { readHashDecode } from './floor-chunker.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureWarm } from './measure-warm.ts';
import { getFiles, readPages } from './pages-on-disk.ts';
import { FLOOR_NAME, OWN_SITE_NAME, type Task } from './speed-task.ts';

const task = JSON.parse(process.argv[2] ?? '') as Task;
// Warnings are turned off, because the time to log a warning for every long line would be measured as well.
console.warn = () => {};

async function load(): Promise<ChunkFunction> {
  if (task.name === OWN_SITE_NAME) return loadOwnChunkerWithSite(task.module, readPages(task.input));
  const [chunker] =
    task.name === 'ours' ? [createOwnChunkerWithUrls(task.module)] : selectChunkers(task.module, task.name);
  if (!chunker) throw new Error(`There is no chunker "${task.name}".`);
  return chunker.load();
}

let result: unknown;
if (task.kind === 'once') {
  const retainedValues: unknown[] = [];
  if (task.name === FLOOR_NAME) {
    readHashDecode(getFiles(task.input));
  } else {
    const chunkPage = await load();
    for (const page of readPages(task.input)) {
      const result = chunkPage(page, task.size);
      const chunks = result instanceof Promise ? await result : result;
      if (task.keep) retainedValues.push(chunks);
    }
  }
} else if (task.kind === 'warm') {
  result = await measureWarm(await load(), task.size, task.input);
} else {
  result = await measureGrowth(await load(), task.size, readFileSync(task.input, 'utf8'));
}
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ cpu: user + system, rss: process.resourceUsage().maxRSS * 1024, result }));
