import { scriptNames, withoutJsComments } from '../config/javascript.ts';
import { folderOf, joinPath, pathInside } from '../paths.ts';
import type { Generator } from '../rules.ts';
import { locateAddressed, pathAddress } from './addressed.ts';
import { siteRules } from './pages.ts';

/** Folders of pages. Those of the app router have one folder for each page. */
const CONTENT = ['content', 'src/content', 'pages', 'src/pages'];
const APP = ['app', 'src/app'];

/** Nextra: links are addresses, which are the paths of the pages. */
export const nextra: Generator = {
  name: 'nextra',
  configNames: scriptNames('next.config'),
  rules: (path, text) => {
    if (!withoutJsComments(text).includes('nextra')) return [];
    const folder = folderOf(path);
    const addressOf = (file: string) => {
      if (!/\.mdx?$/.test(file)) return undefined;
      for (const root of CONTENT) {
        const inside = pathInside(joinPath(folder, root), file);
        if (inside !== undefined) return pathAddress(inside, '');
      }
      for (const root of APP) {
        const inside = pathInside(joinPath(folder, root), file);
        // Folders in parentheses are not part of the address.
        const page =
          inside === undefined ? undefined : /^(.*?)\/?page\.mdx?$/.exec(inside.replaceAll(/\([^()/]+\)\//g, ''))?.[1];
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
        addressOf,
        locate: ({ kind, target }, question) => (kind === 'url' ? locateAddressed(target, question, site) : undefined),
      }),
    ];
  },
};
