/**
 * Returns the tag of a version and the moving tag of its major version.
 * @throws Error if the version does not consist of three numbers
 */
export function getTags(version: string): { readonly own: string; readonly moving: string } {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(version) ?? [];
  if (major === undefined)
    throw new Error(`"${version}" cannot be released: a version has three numbers, such as 1.2.3`);
  return { own: `v${version}`, moving: `v${major}` };
}

/**
 * Returns the text under the heading of a version in the changelog.
 * @throws Error if the changelog has no section for the version
 */
export function getNotes(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((each) => each.split('\n', 1)[0]?.trim() === version);
  const notes = section?.slice(version.length).trim();
  if (!notes)
    throw new Error(`CHANGELOG.md has no section "${version}": run "npm run version" and commit what it writes`);
  return notes;
}

/**
 * Returns the changelog with the newest release of a package's changelog added at the top. Omits lines about
 * dependencies, because all packages of the project have the same version.
 */
export function addRelease(changelog: string, packageChangelog: string, version: string): string {
  const notes = getNotes(packageChangelog, version)
    .split(/^(?=### )/m)
    .map((group) => group.replaceAll(/^- (?:@context-sync\/|Updated dependencies).*\n?(?: {2}.*\n?)*/gm, '').trim())
    .filter((group) => !/^### .*$/.test(group));
  const [head = '', ...releases] = changelog.split(/^(?=## )/m);
  return [head.trim(), [`## ${version}`, ...notes].join('\n\n'), ...releases.map((each) => each.trim())]
    .join('\n\n')
    .concat('\n');
}
