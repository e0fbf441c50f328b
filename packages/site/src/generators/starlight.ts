import { findLiteral, findOwnText, getBody, listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import type { ConfigFiles, Generator } from '../generator-rules.ts';
import { getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';
import { createPathAddress, createSlugAddress, locateAddressed } from './addressed-files.ts';
import { createSiteRules, normalizeAddress } from './page-site-rules.ts';

/** Rules of Astro Starlight, in which links are URLs that Astro leaves unchanged. */
export const starlight: Generator = {
  name: 'starlight',
  configNames: listScriptNames('astro.config'),
  title: (_path, text) => findTitle(removeJsComments(text)),
  rules: (path, text, files) => {
    if (!text.includes('starlight')) return [];
    const source = removeJsComments(text);
    const project = getFolder(path);
    const folder = joinPath(project, 'src/content/docs');
    const base = String(findLiteral(source, 'base') ?? '').replace(/\/$/, '');
    const site = {
      folder,
      assets: [joinPath(project, 'public')],
      base,
      redirects: getRedirects(source, project, files),
    };
    return [
      createSiteRules({
        generator: 'starlight',
        folder,
        linkBase: base,
        assets: [joinPath(project, 'public')],
        getAddress: (file, facts) => {
          const relativeFile = getPathInside(folder, file);
          if (relativeFile === undefined || !/\.(?:mdx?|mdoc)$/.test(relativeFile)) return undefined;
          return (
            createSlugAddress(facts, '/') ?? createPathAddress(relativeFile.toLowerCase().replaceAll(' ', '-'), '/')
          );
        },
        // Projects usually map `~/` and `@/` to the source folder in `tsconfig.json`.
        includePath: (_from, target) =>
          /^[@~]\//.test(target) ? resolvePath(project, `src/${target.slice(2)}`) : undefined,
        locate: ({ kind, target }, question) => (kind === 'url' ? locateAddressed(target, question, site) : undefined),
      }),
    ];
  },
};

/** Returns the title in the options of the integration. */
function findTitle(source: string): string | undefined {
  const call = /\bstarlight\(\s*\{/.exec(source);
  const options = call ? getBody(source, call.index + call[0].length - 1) : undefined;
  return options === undefined ? undefined : findOwnText(options, 'title', source);
}

/** Returns the redirects from the configuration or from a file that the configuration imports. */
function getRedirects(source: string, project: string, files: ConfigFiles): ReadonlyMap<string, string> {
  const importedPath = /import\s+redirects\s+from\s+["']\.\/([^"']+)["']/.exec(source)?.[1];
  const text =
    importedPath === undefined ? source : removeJsComments(files.read(joinPath(project, importedPath)) ?? '');
  const redirects = new Map<string, string>();
  for (const [, from = '', to = ''] of text.matchAll(/["'](\/[^"'\n]*)["']\s*:\s*["'](\/[^"'\n]*)["']/g))
    redirects.set(normalizeAddress(from), to);
  return redirects;
}
