import type { Problem } from '../problem/problem.ts';

/** The problem of applying without a key. */
export const API_KEY_MISSING: Problem = {
  subject: 'api-key',
  problem: 'is empty, and syncing needs a key',
  fix: "create a repository secret with a personal API key that may write, and pass it as api-key: ${{ secrets.YOUR_SECRET }}; check the secret's name, as an unknown one is empty",
};

/** The problem of connecting for the first time without an installation id. */
export const INSTALLATION_ID_MISSING: Problem = {
  subject: 'installation-id',
  problem: 'is empty, and connecting this repository for the first time needs it',
  fix: "give the number at the end of the address of the installation's settings page (Settings › Applications › Configure), or set connect: false to sync without a data source",
};
