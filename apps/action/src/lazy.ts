// This module exports the code that is loaded on demand and bundled as one file. Loading it takes longer than reporting an invalid input.
export { postFailureComment } from './comment/post-comment.ts';
export { runDoctor } from './doctor/run-doctor.ts';
export { findBranchProblem } from './github/find-branch.ts';
export { createOctokit, fetchDefaultBranch } from './github/octokit.ts';
export { readConfig } from './inputs/read-config.ts';
export { openStore } from './state/open-store.ts';
export { syncSources } from './sync/sync-sources.ts';
