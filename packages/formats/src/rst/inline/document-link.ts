import { unescaped } from './unescaped.ts';

/** Extensions of pages; a name such as `whatsnew/3.12` has none. */
const PAGE = /\.(?:rst|md|txt|ipynb|html?)$/i;

/** `title <target>`, or a target alone. `needsGap` is for names that may hold brackets themselves, such as `vector<int>`. */
export function titleAndTarget(text: string, needsGap = false): { title: string | undefined; target: string } {
  const open = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const before = text[open - 1] ?? ' ';
  if (open < 0 || before === '\\' || (needsGap && !/\s/.test(before)))
    return { title: undefined, target: unescaped(text.trim()) };
  const title = unescaped(text.slice(0, open).trim());
  return { title: title === '' ? undefined : title, target: text.slice(open + 1, -1).trim() };
}

/** The file of a page, which the docs name by its path without extension. Addresses on the web stay as they are. */
export function documentPath(target: string): string {
  const name = target.split('#', 1)[0] ?? '';
  if (name === '' || PAGE.test(name) || /^[a-z][a-z\d+.-]*:/i.test(target)) return target;
  return `${name}.rst${target.slice(name.length)}`;
}
