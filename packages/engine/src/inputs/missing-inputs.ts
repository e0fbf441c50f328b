import type { Problem } from '../problem/problem.ts';

/** The problem of a sync without an API key. */
export const API_KEY_MISSING: Problem = {
  noun: 'Input',
  subject: 'api-key',
  problem: 'is required to sync',
  fix: "store a personal API key with write access in a repository secret and pass it as api-key: ${{ secrets.YOUR_SECRET }}; check the secret's name, because an unknown secret is empty",
};

/** The problem of a first connection without an installation ID. */
export const INSTALLATION_ID_MISSING: Problem = {
  noun: 'Input',
  subject: 'installation-id',
  problem: 'is required to connect this repository for the first time',
  fix: "use the number at the end of the URL of the installation's settings page (Settings › Applications › Configure), or set connect: false to sync without a data source",
};
