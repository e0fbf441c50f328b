import { fileURLToPath } from 'node:url';

/** Root of this project. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The bundle that users run. */
export const SHIPPED_BUNDLE = fileURLToPath(new URL('../../../../apps/action/dist/index.js', import.meta.url));

/** The contract with workflows. */
export const ACTION_YML = fileURLToPath(new URL('../../../../action.yml', import.meta.url));
