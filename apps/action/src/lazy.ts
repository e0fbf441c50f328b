// What is loaded once it is needed, in one piece: parsing and starting all of it takes longer than telling that an input is wrong.
export { postFailureComment } from './comment/post-comment.ts';
export { runDoctor } from './doctor/run-doctor.ts';
export { findBranchProblem } from './github/find-branch.ts';
export { createOctokit, fetchDefaultBranch } from './github/octokit.ts';
export { readConfig } from './inputs/read-config.ts';
export { openStore } from './state/open-store.ts';
export { syncSources } from './sync/sync-sources.ts';
