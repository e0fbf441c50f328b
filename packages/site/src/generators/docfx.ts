import { parseConfig } from '@context-sync/formats';
import { getText, getValue, listAt } from '../config/config-values.ts';
import type { Generator, Target } from '../generator-rules.ts';
import { getFolder, getPathInside, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { createMissingTarget, createSiteRules, type ReferenceQuestion, resolveAddress } from './page-site-rules.ts';

/** Matches identifiers of .NET APIs, whose pages DocFX generates. */
const API_NAME = /^[\w.`*(),@{}-]+$/;

/** Rules of DocFX, in which links are file paths, `~/` is the folder of `docfx.json`, and `xref:` refers to the uid of a page or an API. */
export const docfx: Generator = {
  name: 'docfx',
  configNames: ['docfx.json'],
  title: (path, text) => getText(getValue(getValue(parseConfig(path, text), 'build'), 'globalMetadata'), '_appTitle'),
  rules: (path, text) => {
    const config = parseConfig(path, text);
    if (getValue(config, 'build') === undefined) return [];
    const folder = getFolder(path);
    const generatedFolders = listAt(config, 'metadata').flatMap((entry) => {
      const destination = getValue(entry, 'dest') ?? getValue(entry, 'output');
      const resolved = typeof destination === 'string' ? resolvePath(folder, destination) : undefined;
      return resolved === undefined ? [] : [resolved];
    });
    const getName = (uid: string) => `uid:${folder}:${uid}`;
    const getFileName = (file: string) => `file:${folder}:${file.toLowerCase()}`;
    return [
      createSiteRules({
        generator: 'docfx',
        folder,
        assets: [folder],
        getAddress: (file) => {
          const innerPath = getPathInside(folder, file);
          return innerPath === undefined || !/\.md$/i.test(innerPath)
            ? undefined
            : `/${innerPath.replace(/\.md$/i, '.html').replace(/(^|\/)index\.html$/i, '$1')}`;
        },
        // The paths of links are compared without case, as on Windows and on Microsoft Learn.
        namesFromPath: (file) => (getPathInside(folder, file) === undefined ? [] : [getFileName(file)]),
        namesFromFacts: (_file, { address }) => (address?.uid === undefined ? [] : [getName(address.uid)]),
        locate: ({ kind, target }, question) =>
          kind === 'url'
            ? locate(target, question, { folder, generated: generatedFolders, getName, getFileName })
            : undefined,
        includePath: (from, target) => {
          const path = target.replaceAll('\\', '/');
          return path.startsWith('~/') ? resolvePath(folder, path.slice(2)) : resolvePath(getFolder(from), path);
        },
      }),
    ];
  },
};

function locate(
  target: string,
  question: ReferenceQuestion,
  {
    folder,
    generated,
    getName,
    getFileName,
  }: {
    readonly folder: string;
    readonly generated: readonly string[];
    getName(uid: string): string;
    getFileName(file: string): string;
  },
): Target | undefined {
  const { from, lookup } = question;
  // DocFX also accepts the separators of Windows.
  const { path, query, fragment } = splitTarget(target.replace(/^xref:/, '').replaceAll('\\', '/'));
  // Tabs have headings whose text is a link, such as `#tab/linux`.
  if (path === '') return { path: from, query, fragment, isChecked: fragment?.startsWith('tab/') === true };
  const [named] = API_NAME.test(path) ? lookup.findByName(getName(path)) : [];
  if (named !== undefined) return { path: named, query, fragment };
  if (target.startsWith('xref:')) return undefined;
  const rootPath = path.startsWith('~/') ? path.slice(1) : path;
  const file = resolvePath(rootPath.startsWith('/') ? folder : getFolder(from), rootPath);
  if (file === undefined) return createMissingTarget(path);
  const source = [file, file.replace(/\.html$/i, '.md'), `${file}.md`].find((each) => lookup.isFile(each));
  const [other] =
    source === undefined ? [file, `${file}.md`].flatMap((each) => lookup.findByName(getFileName(each))) : [];
  const writtenSource = source ?? other;
  if (writtenSource !== undefined) return { path: writtenSource, query, fragment };
  if (lookup.isFolder(file)) {
    const index = ['index.md', 'toc.yml', 'README.md']
      .map((name) => `${file}/${name}`)
      .find((each) => lookup.isFile(each));
    return { path: index ?? file, query, fragment };
  }
  const address = resolveAddress(rootPath, question.getAddress(from) ?? '/');
  const page = address === undefined ? undefined : question.findPage(address);
  if (page !== undefined) return { path: page, query, fragment };
  const isInReference = generated.some((each) => getPathInside(each, file) !== undefined);
  if (isInReference || (isApiName(path) && generated.length > 0)) return { unchecked: UNCHECKED_REASONS.api };
  if (isApiName(path)) return { unchecked: UNCHECKED_REASONS.object };
  // A host such as Microsoft Learn publishes the sites of several repositories. Links to their pages are URL paths, or paths of files above the folder.
  if (getPathInside(folder, file) === undefined) return { unchecked: UNCHECKED_REASONS.above };
  const isOutside = path.startsWith('/') && !path.includes('.');
  return isOutside || /\.ya?ml$/.test(path) ? { unchecked: UNCHECKED_REASONS.outside } : createMissingTarget(file);
}

function isApiName(path: string): boolean {
  return !path.includes('/') && API_NAME.test(path) && !/\.(?:md|html|png|jpe?g|svg|gif)$/i.test(path);
}
