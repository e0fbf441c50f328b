import type { Member } from '../../platform/access/accounts.ts';
import type { MakeChange } from '../../platform/cli/cli-context.ts';
import type { PlatformPorts } from '../../platform/ports.ts';

/** Creates a project with its first owner, and records both changes in the audit log. @returns the id of the project */
export async function createProject(
  { accounts }: PlatformPorts,
  make: MakeChange,
  { slug, name, owner }: { readonly slug: string; readonly name: string; readonly owner: string },
): Promise<string> {
  // The id of the new project is not known yet; the entry refers to the project by its slug.
  const id = await make(
    { action: 'project.create', project: { id: '', slug }, target: (created: string) => created },
    () => accounts.createProject(slug, name, owner),
  );
  await make({ action: 'member.add', project: { id, slug }, target: (first?: Member) => first?.userId }, async () =>
    (await accounts.members(id)).at(0),
  );
  return id;
}
