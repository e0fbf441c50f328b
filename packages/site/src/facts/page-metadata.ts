import { parseConfig } from '@context-sync/formats';
import { type MenuEntry, readPageMenus } from './page-menus.ts';
import { readToctrees, type Toctree } from './toctrees.ts';

/** Metadata with which a page defines its position in the navigation. */
export interface PageMetadata {
  /** Position among the pages of the same folder. */
  readonly order?: number;
  /** Title in the navigation. */
  readonly label?: string;
  /** Whether the page is excluded from the navigation. */
  readonly isHidden?: boolean;
  /** Title of the parent page in the navigation (Just the Docs). */
  readonly parent?: string;
  /** Menus that contain the page (Hugo). */
  readonly menus?: readonly MenuEntry[];
  /** Tables of contents (Sphinx). */
  readonly toctrees?: readonly Toctree[];
}

const MAX_FRONT_MATTER = 20_000;
const FRONT_MATTER = /^\s*---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;
const HINTS =
  /^(?:sidebar(?:_position|_label|Title)?|nav(?:igation)?(?:_order|_exclude|_title)?|weight|order|menus?|menu_order|linkTitle|parent)[ \t]*:/m;
const HUGO_TOML = /^\s*\+\+\+[ \t]*\n([\s\S]*?)\n\+\+\+/;

/** Reads the metadata of a page from its front matter, and its tables of contents. */
export function readPageMetadata(text: string): PageMetadata {
  const toctrees = readToctrees(text);
  const contents = toctrees.length === 0 ? {} : { toctrees };
  const start = text.slice(0, MAX_FRONT_MATTER);
  const toml = HUGO_TOML.exec(start)?.[1];
  const yaml = toml === undefined ? FRONT_MATTER.exec(start)?.[1] : undefined;
  if (toml !== undefined) return { ...readToml(toml), ...contents };
  if (yaml === undefined || !HINTS.test(yaml)) return contents;
  const data = parseConfig('front-matter.yml', yaml);
  if (typeof data !== 'object' || data === null) return contents;
  return { ...readValues(new Map(Object.entries(data))), ...readMenus(data), ...contents };
}

function readMenus(frontMatter: unknown): Pick<PageMetadata, 'menus'> {
  const menus = readPageMenus(frontMatter);
  return menus.length === 0 ? {} : { menus };
}

function readToml(text: string): PageMetadata {
  const weight = /^[ \t]*weight\s*=\s*(-?\d{1,9})/m.exec(text)?.[1];
  const label = /^[ \t]*linkTitle\s*=\s*"([^"\n]{1,200})"/m.exec(text)?.[1];
  const menus = /^[ \t]*\[{0,2}menus?\b/m.test(text) ? readMenus(parseConfig('front-matter.toml', text)) : {};
  return {
    ...(weight === undefined ? {} : { order: Number(weight) }),
    ...(label === undefined ? {} : { label }),
    ...menus,
  };
}

function readValues(values: ReadonlyMap<string, unknown>): PageMetadata {
  const getNestedValues = (key: string): ReadonlyMap<string, unknown> => {
    const value = values.get(key);
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  };
  const [sidebar, navigation] = [getNestedValues('sidebar'), getNestedValues('navigation')];
  const orders = ['sidebar_position', 'nav_order', 'weight', 'order', 'menu_order'].map((key) => values.get(key));
  const order = [...orders, sidebar.get('order'), navigation.get('order')].find(isNumber);
  const label = [
    ...['sidebar_label', 'sidebarTitle', 'nav_title', 'linkTitle'].map((key) => values.get(key)),
    sidebar.get('label'),
    navigation.get('title'),
  ].find((value): value is string => typeof value === 'string' && value.trim() !== '');
  const parent = values.get('parent');
  const isHidden =
    values.get('nav_exclude') === true ||
    values.get('navigation') === false ||
    values.get('sidebar') === false ||
    sidebar.get('hidden') === true;
  return {
    ...(order === undefined ? {} : { order: Number(order) }),
    ...(label === undefined ? {} : { label: label.trim() }),
    ...(typeof parent === 'string' ? { parent } : {}),
    ...(isHidden ? { isHidden } : {}),
  };
}

function isNumber(value: unknown): value is number | string {
  return typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,9}(?:\.\d{1,9})?$/.test(value.trim()));
}
