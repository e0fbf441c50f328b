import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A link of a project, and its target according to the rules of the site generator. */
export interface ExpectedLink {
  readonly from: string;
  readonly line: number;
  readonly written: string;
  readonly targetFile: string | null;
  readonly targetAnchor: string | null;
  readonly fragment: string | null;
  readonly kind: string;
  readonly why?: string;
}

/** A documentation project with its files. */
export interface LinkSet {
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly links: readonly ExpectedLink[];
}

/** Reads the projects of a folder. `links` is empty for a project without `links.json`. */
export function readSets(folder: string): LinkSet[] {
  return readdirSync(folder)
    .filter((name) => statSync(join(folder, name)).isDirectory())
    .sort()
    .map((name) => {
      const files = new Map<string, string>();
      for (const path of readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })) {
        const absolutePath = join(folder, name, path);
        if (statSync(absolutePath).isFile() && path !== 'links.json')
          files.set(path, readFileSync(absolutePath, 'utf8'));
      }
      return { name, files, links: readLinks(join(folder, name, 'links.json')) };
    });
}

function readLinks(path: string): readonly ExpectedLink[] {
  if (!existsSync(path)) return [];
  return (JSON.parse(readFileSync(path, 'utf8')) as { links: readonly ExpectedLink[] }).links;
}
