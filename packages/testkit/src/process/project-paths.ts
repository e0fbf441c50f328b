import { fileURLToPath } from 'node:url';

/** Root of the repository. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The bundle that users run. */
export const SHIPPED_BUNDLE = fileURLToPath(new URL('../../../../apps/action/dist/index.js', import.meta.url));

/** The inputs and outputs of the action. */
export const ACTION_YML = fileURLToPath(new URL('../../../../action.yml', import.meta.url));
