import type { Lookup } from '../reference-lookup.ts';

/** Matches the path of a source file in a project of Gradle or Maven: the folder of the project, the language, and the path in the package. */
const SOURCE_FILE = /^(?:(.*?)\/)?src\/(?:main|test|docs)\/(java|kotlin|groovy|xml|resources)\/(.+)$/;
/** Prefix of a reference to a sample of the project that contains the page. */
const SAMPLE_REFERENCE = /^sample\$(java|kotlin|groovy|xml)\/(.+)$/;

/** Matches an example in a folder that is a symbolic link to the source files of the project. */
const LINKED_EXAMPLE = /^example\$[^:]*?\/((?:main|test|docs)\/(java|kotlin|groovy|xml|resources)\/.+)$/;

/** Returns the names under which a source file is indexed as a sample for `include-code`. */
export function getSampleNames(path: string): readonly string[] {
  const [, project = '', language, file = ''] = SOURCE_FILE.exec(path) ?? [];
  return language === undefined ? [] : [`sample:${project}:${language}:${file.slice(file.lastIndexOf('/') + 1)}`];
}

/**
 * Returns the source file that a page includes with `include-code` if the build collects the samples. The package above the folder of the section is
 * not known, so the file is found by the end of its path, which must be unique.
 */
export function findSample(target: string, componentFolder: string, lookup: Lookup): string | undefined {
  const [, language, file = ''] = SAMPLE_REFERENCE.exec(target) ?? [];
  if (language === undefined) return undefined;
  const project = /^(?:(.*?)\/)?(?:src|docs)(?:\/|$)/.exec(componentFolder)?.[1] ?? '';
  const name = file.slice(file.lastIndexOf('/') + 1);
  const paths = lookup.findByName(`sample:${project}:${language}:${name}`).filter((path) => path.endsWith(`/${file}`));
  const mainPaths = paths.filter((path) => path.includes('/src/main/') || path.startsWith('src/main/'));
  return paths.length === 1 ? paths[0] : mainPaths.length === 1 ? mainPaths[0] : undefined;
}

/**
 * Returns the source file of an example below a symbolic link, such as `example$docs-src/test/java/a/B.java` for `docs/src/test/java/a/B.java`. Git
 * contains no paths below symbolic links.
 */
export function findLinkedExample(target: string, componentFolder: string, lookup: Lookup): string | undefined {
  const [, file = '', language] = LINKED_EXAMPLE.exec(target) ?? [];
  if (language === undefined) return undefined;
  const name = file.slice(file.lastIndexOf('/') + 1);
  const paths = [componentFolder, ''].flatMap((project) => lookup.findByName(`sample:${project}:${language}:${name}`));
  const matchingPaths = paths.filter((path) => path.endsWith(`src/${file}`));
  return matchingPaths.length === 1 ? matchingPaths[0] : undefined;
}
