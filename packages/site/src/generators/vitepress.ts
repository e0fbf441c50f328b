import { getSlug } from '@context-sync/formats';
import { findExportedText, findLiteral, listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import type { ConfigFiles, Generator } from '../generator-rules.ts';
import type { AnchorRule } from '../heading-anchors.ts';
import { getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';
import { createPathAddress, locateAddressed } from './addressed-files.ts';
import { createSiteRules } from './page-site-rules.ts';

/** Default anchors of VitePress. GitHub's anchors are accepted as well, because sites can set their own function. */
const ANCHORS: AnchorRule = {
  slug: (text) => slugify(text),
  alternatives: (text) => [getSlug(text), slugify(text, false)],
  separator: '-',
  first: 1,
  hasTitle: true,
};

function slugify(text: string, isLower = true): string {
  const slug = text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[\p{Cc}]/gu, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1');
  return isLower ? slug.toLowerCase() : slug;
}

/** Rules of VitePress, in which links are file paths or URLs, with or without extension. */
export const vitepress: Generator = {
  name: 'vitepress',
  configNames: [...listScriptNames('.vitepress/config'), ...listScriptNames('.vitepress/config/index')],
  title: (_path, text) => findExportedText(removeJsComments(text), 'title'),
  rules: (path, text, files) => {
    const source = removeJsComments(text);
    const project = path.replace(/\/?\.vitepress\/.*$/, '');
    const folder = resolvePath(project, String(findLiteral(source, 'srcDir') ?? '.')) ?? project;
    const pageSuffix = findLiteral(source, 'cleanUrls') === true ? '' : '.html';
    const base = String(findLiteral(source, 'base') ?? '/').replace(/\/$/, '');
    return [
      createSiteRules({
        generator: 'vitepress',
        folder,
        linkBase: base,
        addsLinkBase: true,
        assets: [joinPath(folder, 'public'), folder],
        anchors: hasOwnSlugs(path, text, files) ? { ...ANCHORS, isUnknown: true } : ANCHORS,
        getAddress: (file) => {
          const relativeFile = getPathInside(folder, file);
          return relativeFile === undefined || !/\.md$/.test(relativeFile)
            ? undefined
            : createPathAddress(relativeFile, pageSuffix);
        },
        locate: ({ kind, target }, question) =>
          kind === 'url'
            ? locateAddressed(target, question, { folder, assets: [joinPath(folder, 'public')], base })
            : undefined,
        includePath: (from, target) =>
          target.startsWith('@/') ? resolvePath(folder, target.slice(2)) : resolvePath(getFolder(from), target),
      }),
    ];
  },
};

/** Returns whether the configuration, which may consist of several files, sets a custom function for anchors. */
function hasOwnSlugs(path: string, text: string, files: ConfigFiles): boolean {
  if (/\bslugify\b/.test(text)) return true;
  const folder = getFolder(path);
  if (!folder.endsWith('/config')) return false;
  for (const otherPath of files.paths)
    if (
      getFolder(otherPath) === folder &&
      /\.[cm]?[jt]s$/.test(otherPath) &&
      /\bslugify\b/.test(files.read(otherPath) ?? '')
    )
      return true;
  return false;
}
