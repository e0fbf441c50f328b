// This program moves the section that `changeset version` has written for the action into CHANGELOG.md.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { addRelease } from './release-notes.ts';

const root = new URL('../../', import.meta.url);
const changelog = new URL('CHANGELOG.md', root);
const packageChangelog = new URL('apps/action/CHANGELOG.md', root);
const { version } = JSON.parse(readFileSync(new URL('apps/action/package.json', root), 'utf8')) as { version: string };

writeFileSync(changelog, addRelease(readFileSync(changelog, 'utf8'), readFileSync(packageChangelog, 'utf8'), version));
rmSync(packageChangelog);
