/** The tags of a version: its own, and the one of its major version, which moves. @throws Error for what is no released version */
export function tagsOf(version: string): { readonly own: string; readonly moving: string } {
  const [, major] = /^(\d+)\.\d+\.\d+$/.exec(version) ?? [];
  if (major === undefined) throw new Error(`"${version}" is no version to release: give three numbers, such as 1.2.3`);
  return { own: `v${version}`, moving: `v${major}` };
}

/** What a changelog says of a version: the text under its heading. @throws Error where it says nothing */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^## /m).find((each) => each.split('\n', 1)[0]?.trim() === version);
  const notes = section?.slice(version.length).trim();
  if (!notes)
    throw new Error(`the changelog says nothing of ${version}: run "pnpm changeset version" and commit what it writes`);
  return notes;
}
