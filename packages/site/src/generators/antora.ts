import { parseConfig } from '@context-sync/formats';
import type { Reference } from '@context-sync/reading';
import { ASCIIDOC_ANCHORS } from '../asciidoc-anchors.ts';
import { getPairs, getText, getValue } from '../config/config-values.ts';
import type { Generator, Rules, Target } from '../generator-rules.ts';
import type { Lookup } from '../reference-lookup.ts';
import { getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { locateFile } from './plain-rules.ts';
import { findLinkedExample, findSample, getSampleNames } from './sample-files.ts';

/** Folders of a module by resource family. */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['page', 'pages'],
  ['partial', 'partials'],
  ['example', 'examples'],
  ['image', 'images'],
  ['attachment', 'attachments'],
]);
const IMAGE_PATTERN = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i;
const RESOURCE_PATTERN = /^(?:([^@:$#]*)@)?(?:(?:([^@:$#]*):)?([^@:$#]*):)?(?:([a-z]+)\$)?([^#]*)(?:#(.*))?$/;

/** A component version, as described by `antora.yml`. */
interface Component {
  readonly folder: string;
  readonly name: string;
  /** Version segment of the URL; undefined if the version is unknown. */
  readonly version: string | undefined;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Rules of Antora, in which references are resource ids: `version@component:module:family$path#fragment`. */
export const antora: Generator = {
  name: 'antora',
  configNames: ['antora.yml'],
  title: (path, text) => getText(parseConfig(path, text), 'title'),
  rules: (path, text) => {
    const config = parseConfig(path, text);
    const name = getText(config, 'name');
    if (name === undefined) return [];
    const attributes = new Map<string, string>();
    for (const [key, value] of getPairs(getValue(config, 'asciidoc'), 'attributes')) {
      // An `@` at the end of a value allows pages to override the attribute. The value false unsets the attribute.
      if (value !== false && value !== null)
        attributes.set(key.toLowerCase(), String(value === true ? '' : value).replace(/@$/, ''));
    }
    const configuredVersion = getValue(config, 'version');
    const version = configuredVersion === null || configuredVersion === undefined ? '' : getText(config, 'version');
    const standard: [string, string | undefined][] = [
      ['page-component-name', name],
      ['page-component-title', getText(config, 'title') ?? name],
      ['page-component-version', version],
      [
        'page-component-display-version',
        getText(config, 'display_version') ?? getText(config, 'display-version') ?? version,
      ],
      ['page-version', version],
    ];
    for (const [key, value] of standard) if (value !== undefined && !attributes.has(key)) attributes.set(key, value);
    return [createComponentRules({ folder: getFolder(path), name, version, attributes })];
  },
};

function createComponentRules(component: Component): Rules {
  const { folder, name, version, attributes } = component;
  const modules = joinPath(folder, 'modules');
  const base =
    version === undefined
      ? undefined
      : `/${name === 'ROOT' ? '' : name}${version === '' ? '' : `/${version}`}`.replace(/^\/\//, '/');
  const createPage = (path: string) => /^([^/]+)\/pages\/(.+)$/.exec(getPathInside(modules, path) ?? '');
  return {
    generator: 'antora',
    folder,
    anchors: ASCIIDOC_ANCHORS,
    attributes,
    ...(base === undefined ? {} : { base }),
    covers: (path) => getPathInside(modules, path) !== undefined,
    getAddress: (path) => {
      const [, module, page = ''] = createPage(path) ?? [];
      if (module === undefined || base === undefined || !/\.adoc$/.test(page)) return undefined;
      const address = `${base}/${module === 'ROOT' ? '' : `${module}/`}${page.replace(/\.adoc$/, '.html')}`;
      return address.replace(/^\/\//, '/');
    },
    namesFromPath: (path) => {
      const [, module, page] = createPage(path) ?? [];
      return module === undefined ? getSampleNames(path) : [`xref:${name}:${module}:${page}`];
    },
    namesFromFacts: (path, { aliases = [] }) => {
      const [, module] = createPage(path) ?? [];
      return aliases.flatMap((alias) => {
        const [, , ofComponent, ofModule, , file = ''] = RESOURCE_PATTERN.exec(alias) ?? [];
        const page = /\.adoc$/.test(file) ? file : `${file}.adoc`;
        return module === undefined
          ? []
          : [`xref:${ofComponent ?? name}:${ofModule || (ofComponent === undefined ? module : 'ROOT')}:${page}`];
      });
    },
    locate: (from, reference, lookup) => locate(from, reference, lookup, component),
    includePath: (from, target, lookup) => {
      const id = replaceAttributes(target, attributes);
      if (id.startsWith('sample$')) return findSample(id, folder, lookup);
      if (!/[$:]/.test(id)) return resolvePath(getFolder(from), id);
      return (
        getFile(id, from, 'page', lookup, component) ??
        findLinkedExample(id, folder, lookup) ??
        listComponentPaths(id, from, 'page', component)[0]
      );
    },
  };
}

function locate(from: string, { kind, target }: Reference, lookup: Lookup, component: Component): Target | undefined {
  const id = replaceAttributes(target, component.attributes);
  // Converters may have turned a reference to a page into a link to its source file.
  const isReference = kind === 'xref' || (kind === 'url' && /\.adoc(?:#|$)/.test(id));
  if (kind === 'url' && !isReference) {
    const image = getFile(id, from, 'image', lookup, component);
    const locatedFile = image === undefined ? locateFile(from, id, lookup, []) : { path: image };
    if ('path' in locatedFile) return locatedFile;
    const [absent] =
      IMAGE_PATTERN.test(id) && !id.startsWith('/') ? listComponentPaths(id, from, 'image', component) : [];
    // Other links are relative to the page URL. Another build may have published a page at the target.
    if (absent === undefined && isOutsideOfComponent(id, component)) return { unchecked: UNCHECKED_REASONS.website };
    return absent === undefined ? { unchecked: UNCHECKED_REASONS.project } : { problem: `${absent} does not exist` };
  }
  if (!isReference || id.includes('{')) return undefined;
  const [, version, other, module, family, file = '', fragment] = RESOURCE_PATTERN.exec(id) ?? [];
  // A target without extension and fragment is an id in the same document.
  if (file === '') return { path: from, fragment };
  if (fragment === undefined && !/\.[a-z\d]+$/i.test(file) && module === undefined && family === undefined)
    return { path: from, fragment: file };
  const isForeignVersion = version !== undefined && version !== component.version;
  const path = isForeignVersion ? undefined : getFile(id, from, 'page', lookup, component);
  if (path !== undefined) return { path, fragment };
  const isOwnComponent = other === undefined || other === component.name;
  // Pages of other components, versions and modules are usually in other repositories, so they cannot be checked.
  const [candidate = ''] = listComponentPaths(id, from, 'page', component);
  const isOwnModule = lookup.isFolder(getFolder(candidate));
  if (!isOwnComponent || isForeignVersion || !isOwnModule) return { unchecked: UNCHECKED_REASONS.project };
  return { problem: `page ${id.replace(/#.*$/, '')} does not exist` };
}

/** Returns whether a URL path is not below the URL path of a component, so that something else publishes the page. */
function isOutsideOfComponent(target: string, { name }: Component): boolean {
  return name !== 'ROOT' && target.startsWith('/') && !`${target}/`.startsWith(`/${name}/`);
}

/** Returns the file of a resource id; undefined if it does not exist. */
function getFile(
  id: string,
  from: string,
  defaultFamily: string,
  lookup: Lookup,
  component: Component,
): string | undefined {
  const fileCandidate = listComponentPaths(id, from, defaultFamily, component).find((candidate) =>
    lookup.isFile(candidate),
  );
  const resource = getResource(id, from, defaultFamily, component);
  if (fileCandidate !== undefined || resource?.family !== 'page') return fileCandidate;
  return lookup.findByName(`xref:${resource.component ?? component.name}:${resource.module}:${resource.file}`)[0];
}

/** Returns the possible paths of the file of a resource id in the component; an empty list if the file belongs to another component. */
function listComponentPaths(id: string, from: string, defaultFamily: string, component: Component): string[] {
  const resource = getResource(id, from, defaultFamily, component);
  if (!resource || (resource.component ?? component.name) !== component.name) return [];
  return ['', 'assets/'].map((assets) =>
    joinPath(component.folder, `modules/${resource.module}/${assets}${resource.folder}/${resource.file}`),
  );
}

function getResource(id: string, from: string, defaultFamily: string, { folder }: Component) {
  const [, , component, written, family = defaultFamily, file = ''] = RESOURCE_PATTERN.exec(id) ?? [];
  const resourceParts = /^([^/]+)\/([^/]+)\/?(.*)$/.exec(getPathInside(joinPath(folder, 'modules'), from) ?? '');
  const module = written || (component === undefined ? (resourceParts?.[1] ?? 'ROOT') : 'ROOT');
  const familyFolder = FAMILIES.get(family);
  if (familyFolder === undefined || file === '') return undefined;
  const target = /^\.\.?\//.test(file) ? resolvePath(getFolder(resourceParts?.[3] ?? ''), file) : resolvePath('', file);
  if (target === undefined) return undefined;
  const page = family === 'page' && !/\.[a-z\d]+$/i.test(target) ? `${target}.adoc` : target;
  return { component, module, family, folder: familyFolder, file: page };
}

function replaceAttributes(text: string, attributes: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\{([\w-]+)\}/g, (written, key: string) => attributes.get(key.toLowerCase()) ?? written);
}
