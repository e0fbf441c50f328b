import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { App } from '../access/request-environment.ts';

/** Folder of the assets. The relative path is the same from the sources and from the build. */
const FOLDER = new URL('../../../assets/', import.meta.url);

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' } as const;

/** Cache lifetime of one year in seconds. It can be this long, because the URL of an asset changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface Asset {
  readonly path: string;
  readonly content: string;
  readonly type: string;
}

function readAsset(name: string, extension: keyof typeof TYPES): Asset {
  const content = readFileSync(new URL(`${name}.${extension}`, FOLDER), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { path: `/assets/${name}.${hash}.${extension}`, content, type: TYPES[extension] };
}

const ASSETS = {
  styles: readAsset('styles', 'css'),
  portal: readAsset('portal', 'css'),
  page: readAsset('page', 'js'),
  passkey: readAsset('passkey', 'js'),
  tryIt: readAsset('try-it', 'js'),
  icon: readAsset('icon', 'svg'),
} as const;

/** The scripts that pages can load. */
export type ScriptName = 'page' | 'passkey' | 'tryIt';

/** The style sheets that pages can load in addition to the common one. */
export type StylesName = 'portal';

/** Returns the path of an asset. */
export function getAssetPath(name: keyof typeof ASSETS): string {
  return ASSETS[name].path;
}

/** Returns the text of an asset. */
export function getAssetContent(name: keyof typeof ASSETS): string {
  return ASSETS[name].content;
}

/** Returns whether a path is that of an asset. */
export function isAssetPath(path: string): boolean {
  return Object.values(ASSETS).some((asset) => asset.path === path);
}

/** Adds the styles, scripts and icons of the pages. */
export function addAssets(app: App): void {
  for (const { path, content, type } of Object.values(ASSETS)) {
    app.get(path, (c) => c.body(content, 200, { 'content-type': type, 'cache-control': IMMUTABLE }));
  }
}
