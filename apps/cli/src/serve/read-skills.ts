import { decodeDocument } from '@context-sync/engine/docs/decode-document';
import type { Git } from '@context-sync/engine/git/git';
import { parse } from 'yaml';

/** An agent skill of the repository: instructions for a task. */
export interface Skill {
  /** Name of the skill in its front matter, or of its folder. */
  readonly name: string;
  readonly description: string;
  readonly path: string;
  readonly text: string;
}

const SKILL_PATH = /(?:^|\/)([^/]+)\/SKILL\.md$/;
const REGULAR_FILE = /^100/;
/** Maximum number of skills. A repository with more skills is a collection of skills for other projects. */
const MAX_SKILLS = 200;
const MAX_SKILL_BYTES = 256 * 1024;
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;

/** Reads the files `SKILL.md` of a commit, sorted by path. */
export async function readSkills(git: Git): Promise<Skill[]> {
  const entries = (await git.list(git.head))
    .filter(
      ({ path, mode, readSize }) => SKILL_PATH.test(path) && REGULAR_FILE.test(mode) && readSize <= MAX_SKILL_BYTES,
    )
    .slice(0, MAX_SKILLS);
  const skills: Skill[] = [];
  for await (const bytes of git.read(entries.map(({ id }) => id))) {
    const path = entries[skills.length]?.path ?? '';
    const { text } = decodeDocument(bytes);
    const facts = readFrontMatter(text);
    const folder = SKILL_PATH.exec(path)?.[1] ?? path;
    skills.push({ name: facts.name || folder, description: facts.description, path, text });
  }
  return skills;
}

function readFrontMatter(text: string): { readonly name: string; readonly description: string } {
  let facts: unknown;
  try {
    facts = parse(FRONT_MATTER.exec(text)?.[1] ?? '', { logLevel: 'silent' });
  } catch {
    // If the front matter is invalid, the skill is served without its description.
  }
  const read = (name: string) => {
    const value = typeof facts === 'object' && facts !== null ? (facts as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  return { name: read('name'), description: read('description') };
}
