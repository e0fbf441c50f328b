import { readFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';

/** Describes the machine and the versions as a line of Markdown. */
export function describeMachine(packages: readonly string[]): string {
  const [first] = cpus();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const versions = packages.map((name) => `${name} ${parseVersion(name)}`).join(', ');
  return `Node ${process.versions.node}, ${platform()} ${arch()}, ${cpus().length} × ${first?.model.trim() || 'unnamed processor'}, ${gigabytes} GiB. ${versions}.`;
}

function parseVersion(name: string): string {
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
