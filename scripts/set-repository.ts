// This program changes the account and name under which the project is published, in package.json and everywhere else.
// npm run repository [-- <owner/name>]
// Default: the remote `origin`
import { fileURLToPath } from 'node:url';
import { parseRepository, readOrigin, setRepository } from './repository.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [name] = process.argv.slice(2);
const repository = name === undefined ? readOrigin(root) : parseRepository(name);
if (!repository) {
  process.stderr.write(
    name === undefined
      ? 'The remote "origin" is not on GitHub. Name the repository: npm run repository -- owner/name\n'
      : `The repository must be owner/name (got "${name}")\n`,
  );
  process.exit(1);
}
const files = setRepository(root, repository);
process.stdout.write(
  files.length === 0
    ? `All files already name ${repository.owner}/${repository.name}.\n`
    : `${files.length} files now name ${repository.owner}/${repository.name}. Run "npx --yes pnpm@12.21.0 bundle" and "npm test", and commit apps/action/dist as well.\n`,
);
