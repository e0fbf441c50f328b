// What is loaded once it is needed, in one piece: parsing and starting all of it takes longer than telling that an input is wrong.
export { tellFailure } from './comment/tell-pull-request.ts';
export { readConfig } from './config/read-config.ts';
export { runDoctor } from './doctor/run-doctor.ts';
export { findBranchFault } from './github/find-branch.ts';
export { defaultBranchOf, octokitOf } from './github/octokit.ts';
export { runSources } from './run/run-sources.ts';
export { openStore } from './state/open-store.ts';
