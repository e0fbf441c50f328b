// This module exports the code that is loaded on demand and bundled as one file. Loading it takes longer than reporting an invalid input.

export { findBranchProblem } from '@context-sync/engine/github/find-branch';
export { createOctokit, fetchDefaultBranch } from '@context-sync/engine/github/octokit';
export { readConfig } from '@context-sync/engine/inputs/read-config';
export { openStore } from '@context-sync/engine/state/open-store';
export { postFailureComment } from './comment/post-comment.ts';
export { runDoctor } from './doctor/run-doctor.ts';
export { syncSources } from './sync/sync-sources.ts';
