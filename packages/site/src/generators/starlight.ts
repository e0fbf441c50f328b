import { literalAt, scriptNames, withoutJsComments } from '../config/javascript-config.ts';
import type { ConfigFiles, Generator } from '../generator-rules.ts';
import { getFolder, joinPath, pathInside, resolvePath } from '../repository-paths.ts';
import { locateAddressed, pathAddress, slugAddress } from './addressed-files.ts';
import { normalAddress, siteRules } from './page-site-rules.ts';

/** Rules of Astro Starlight, in which links are URLs that Astro leaves unchanged. */
export const starlight: Generator = {
  name: 'starlight',
  configNames: scriptNames('astro.config'),
  rules: (path, text, files) => {
    if (!text.includes('starlight')) return [];
    const source = withoutJsComments(text);
    const project = getFolder(path);
    const folder = joinPath(project, 'src/content/docs');
    const base = String(literalAt(source, 'base') ?? '').replace(/\/$/, '');
    const site = {
      folder,
      assets: [joinPath(project, 'public')],
      base,
      redirects: getRedirects(source, project, files),
    };
    return [
      siteRules({
        generator: 'starlight',
        folder,
        addressOf: (file, facts) => {
          const relativeFile = pathInside(folder, file);
          if (relativeFile === undefined || !/\.(?:mdx?|mdoc)$/.test(relativeFile)) return undefined;
          return slugAddress(facts, '/') ?? pathAddress(relativeFile.toLowerCase().replaceAll(' ', '-'), '/');
        },
        // Projects usually map `~/` and `@/` to the source folder in `tsconfig.json`.
        includePath: (_from, target) =>
          /^[@~]\//.test(target) ? resolvePath(project, `src/${target.slice(2)}`) : undefined,
        locate: ({ kind, target }, question) => (kind === 'url' ? locateAddressed(target, question, site) : undefined),
      }),
    ];
  },
};

/** Returns the redirects from the configuration or from a file that the configuration imports. */
function getRedirects(source: string, project: string, files: ConfigFiles): ReadonlyMap<string, string> {
  const importedPath = /import\s+redirects\s+from\s+["']\.\/([^"']+)["']/.exec(source)?.[1];
  const text =
    importedPath === undefined ? source : withoutJsComments(files.read(joinPath(project, importedPath)) ?? '');
  const redirects = new Map<string, string>();
  for (const [, from = '', to = ''] of text.matchAll(/["'](\/[^"'\n]*)["']\s*:\s*["'](\/[^"'\n]*)["']/g))
    redirects.set(normalAddress(from), to);
  return redirects;
}
