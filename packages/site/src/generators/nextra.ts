import { listScriptNames, removeJsComments } from '../config/javascript-config.ts';
import type { Generator } from '../generator-rules.ts';
import { getFolder, getPathInside, joinPath } from '../repository-paths.ts';
import { createPathAddress, locateAddressed } from './addressed-files.ts';
import { createSiteRules } from './page-site-rules.ts';

/** Folders that contain pages. With the app router, each page is a separate folder. */
const CONTENT = ['content', 'src/content', 'pages', 'src/pages'];
const APP = ['app', 'src/app'];

/** Rules of Nextra, in which links are URLs: the paths of the pages. */
export const nextra: Generator = {
  name: 'nextra',
  configNames: listScriptNames('next.config'),
  rules: (path, text) => {
    if (!removeJsComments(text).includes('nextra')) return [];
    const folder = getFolder(path);
    const getAddress = (file: string) => {
      if (!/\.mdx?$/.test(file)) return undefined;
      for (const root of CONTENT) {
        const relativeFile = getPathInside(joinPath(folder, root), file);
        if (relativeFile !== undefined) return createPathAddress(relativeFile, '');
      }
      for (const root of APP) {
        const relativeFile = getPathInside(joinPath(folder, root), file);
        // Folders in parentheses are not part of the URL.
        const page =
          relativeFile === undefined
            ? undefined
            : /^(.*?)\/?page\.mdx?$/.exec(relativeFile.replaceAll(/\([^()/]+\)\//g, ''))?.[1];
        if (page !== undefined) return `/${page}`;
      }
      return undefined;
    };
    const site = { folder: joinPath(folder, 'public'), assets: [], base: '' };
    return [
      createSiteRules({
        generator: 'nextra',
        folder,
        covers: (file) =>
          [...CONTENT, ...APP, 'components'].some((root) => getPathInside(joinPath(folder, root), file) !== undefined),
        addressOf: getAddress,
        locate: ({ kind, target }, question) => (kind === 'url' ? locateAddressed(target, question, site) : undefined),
      }),
    ];
  },
};
