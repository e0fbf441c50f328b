import { scriptNames, withoutJsComments } from '../config/javascript-config.ts';
import type { Generator } from '../generator-rules.ts';
import { getFolder, joinPath, pathInside } from '../repository-paths.ts';
import { locateAddressed, pathAddress } from './addressed-files.ts';
import { siteRules } from './page-site-rules.ts';

/** Folders that contain pages. With the app router, each page is a separate folder. */
const CONTENT = ['content', 'src/content', 'pages', 'src/pages'];
const APP = ['app', 'src/app'];

/** Rules of Nextra, in which links are URLs: the paths of the pages. */
export const nextra: Generator = {
  name: 'nextra',
  configNames: scriptNames('next.config'),
  rules: (path, text) => {
    if (!withoutJsComments(text).includes('nextra')) return [];
    const folder = getFolder(path);
    const getAddress = (file: string) => {
      if (!/\.mdx?$/.test(file)) return undefined;
      for (const root of CONTENT) {
        const relativeFile = pathInside(joinPath(folder, root), file);
        if (relativeFile !== undefined) return pathAddress(relativeFile, '');
      }
      for (const root of APP) {
        const relativeFile = pathInside(joinPath(folder, root), file);
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
      siteRules({
        generator: 'nextra',
        folder,
        covers: (file) =>
          [...CONTENT, ...APP, 'components'].some((root) => pathInside(joinPath(folder, root), file) !== undefined),
        addressOf: getAddress,
        locate: ({ kind, target }, question) => (kind === 'url' ? locateAddressed(target, question, site) : undefined),
      }),
    ];
  },
};
