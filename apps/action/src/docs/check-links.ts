import { EXTENSIONS, type FileLink } from '@context-sync/chunker';
import type { DocsWarning } from './docs-warning.ts';

/** Extensions that a site may omit from a page's URL. */
const ENDINGS = ['', ...EXTENSIONS.map((extension) => `.${extension}`)];
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|mp4|webm)$/i;

/** All files and folders of the checked-out commit. */
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

  /** Whether a link target exists: a file, a folder, or a page without its extension. */
  has(path: string): boolean {
    const page = path.replace(/\/$/, '').replace(/\.html$/, '');
    return this.#paths.has(path) || ENDINGS.some((ending) => this.#paths.has(`${page}${ending}`));
  }
}

/** Returns a warning for each link to a file that does not exist. */
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
      return { path, line: lineOf(text, url), kind, message: `broken ${kind}: ${file} does not exist` };
    });
}

/** Returns the line of the first occurrence of the URL, from 1. */
function lineOf(text: string, url: string): number {
  const at = Math.max(text.indexOf(`](${url}`), text.indexOf(`"${url}`), text.indexOf(` ${url}`));
  const found = at < 0 ? text.indexOf(url) : at;
  let line = 1;
  for (let next = text.indexOf('\n'); next >= 0 && next < found; next = text.indexOf('\n', next + 1)) line += 1;
  return line;
}
