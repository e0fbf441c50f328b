import { getText, getValue } from '../config/config-values.ts';

/** An entry of a menu (Hugo), as a page or the configuration defines it. */
export interface MenuEntry {
  readonly menu: string;
  /** Title of the entry; absent if it is the title of the page. */
  readonly name?: string;
  /** Name that other entries use as their parent. */
  readonly identifier?: string;
  readonly parent?: string;
  readonly weight?: number;
  /** The page that an entry of the configuration links to. */
  readonly target?: string;
}

const MAX_ENTRIES = 2_000;

/** Returns the menus that the front matter of a page adds the page to: `menu: main`, `menu: [main, docs]`, or a mapping with the settings of each entry. */
export function readPageMenus(frontMatter: unknown): readonly MenuEntry[] {
  const value = getValue(frontMatter, 'menus') ?? getValue(frontMatter, 'menu');
  if (typeof value === 'string') return value === '' ? [] : [{ menu: value }];
  if (Array.isArray(value)) return value.filter((menu) => typeof menu === 'string').map((menu) => ({ menu }));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([menu, entry]) => readEntry(menu, entry));
}

/** Returns the entries of the menus in a configuration file: a list of entries for each menu. */
export function readConfiguredMenus(menus: unknown): readonly MenuEntry[] {
  if (typeof menus !== 'object' || menus === null) return [];
  const entries = Object.entries(menus).flatMap(([menu, list]) =>
    Array.isArray(list) ? list.map((entry) => readEntry(menu, entry)) : [],
  );
  return entries.slice(0, MAX_ENTRIES);
}

function readEntry(menu: string, entry: unknown): MenuEntry {
  const read = (key: string) => getText(entry, key) ?? getText(entry, key.toLowerCase());
  const [name, identifier, parent] = [read('name'), read('identifier'), read('parent')];
  const target = read('pageRef') ?? read('url');
  const weight = Number(getValue(entry, 'weight') ?? Number.NaN);
  return {
    menu,
    ...(name === undefined ? {} : { name }),
    ...(identifier === undefined ? {} : { identifier }),
    ...(parent === undefined ? {} : { parent }),
    ...(Number.isFinite(weight) && weight !== 0 ? { weight } : {}),
    ...(target === undefined ? {} : { target }),
  };
}
