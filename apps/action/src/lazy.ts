// What is loaded once it is needed, in one piece: parsing and starting all of it takes longer than telling that an input is wrong.
export { tellFailure } from './comment/post-comment.ts';
export { runDoctor } from './doctor/run-doctor.ts';
export { findBranchFault } from './github/find-branch.ts';
export { defaultBranchOf, octokitOf } from './github/octokit.ts';
export { readConfig } from './inputs/read-config.ts';
export { openStore } from './state/open-store.ts';
export { runSources } from './sync/sync-sources.ts';
