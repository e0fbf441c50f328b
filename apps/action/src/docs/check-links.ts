import { EXTENSIONS, type FileLink } from '@context-sync/chunker';
import type { DocsWarning } from './docs-warning.ts';

/** What a site leaves out of the address of a page. A folder's own page needs none, as a link can lead to the folder. */
const ENDINGS = ['', ...EXTENSIONS.map((extension) => `.${extension}`)];
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm)$/i;

/** All files of the checked-out commit, and the folders that they are in. */
export class RepositoryFiles {
  readonly #paths: ReadonlySet<string>;

  constructor(files: Iterable<string>) {
    const paths = new Set<string>(['']);
    for (const file of files) {
      paths.add(file);
      for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
        const folder = file.slice(0, end);
        if (paths.has(folder)) break;
        paths.add(folder);
      }
    }
    this.#paths = paths;
  }

  /** Whether a link can lead there: to a file, a folder, or a page that is written without its extension. */
  has(path: string): boolean {
    const page = path.replace(/\/$/, '').replace(/\.html$/, '');
    return this.#paths.has(path) || ENDINGS.some((ending) => this.#paths.has(`${page}${ending}`));
  }
}

/** A warning for each link of a document that leads to a file which is not there. */
export function findBrokenLinks(
  path: string,
  text: string,
  links: readonly FileLink[],
  files: RepositoryFiles,
): DocsWarning[] {
  return links
    .filter(({ file }) => !files.has(file))
    .map(({ url, file }): DocsWarning => {
      const kind = IMAGE.test(file) ? 'image' : 'link';
      return { path, line: lineOf(text, url), kind, message: `${kind} leads to ${file}, which is not there` };
    });
}

/** Line of the first place where the address stands, from 1. */
function lineOf(text: string, url: string): number {
  const at = Math.max(text.indexOf(`](${url}`), text.indexOf(`"${url}`), text.indexOf(` ${url}`));
  const found = at < 0 ? text.indexOf(url) : at;
  let line = 1;
  for (let next = text.indexOf('\n'); next >= 0 && next < found; next = text.indexOf('\n', next + 1)) line += 1;
  return line;
}
