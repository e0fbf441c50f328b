import { NO_CAPABILITIES } from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { createEmptyState } from './new-state.ts';
import { assertOwnState, isSameRepository, mergeRepositoryIdentity, type StateOwner } from './ownership.ts';
import type { RepositoryIdentity, StateMeta } from './state-schema.ts';

const API: RepositoryIdentity = { host: 'github.com', name: 'my-org/api', id: '1' };
const { id: _id, ...WITHOUT_ID } = API;
const { meta } = createEmptyState('https://api.example.com/', 'p', NO_CAPABILITIES);
const owner: StateOwner = { service: 'https://api.example.com/', project: 'p', repository: API };

const use = (state: Partial<StateMeta>, reader: Partial<StateOwner> = {}) => {
  return () => assertOwnState({ ...meta, ...state }, { ...owner, ...reader }, 'refs/x');
};

describe('assertOwnState', () => {
  it('accepts a state of an earlier version without a repository name', () => {
    expect(use({})).not.toThrow();
  });

  it('rejects a state of another project or service', () => {
    expect(use({}, { project: 'q' })).toThrow('the state in refs/x belongs to project "p"');
    expect(use({}, { service: 'https://other.example.com/' })).toThrow('not to "p" at https://other.example.com/');
  });

  it.each<[string, RepositoryIdentity]>([
    ['the same', API],
    ['renamed, with the same ID', { ...API, name: 'other-org/platform' }],
    ['in a different letter case', { ...WITHOUT_ID, name: 'My-Org/API' }],
    ['on a system without IDs', WITHOUT_ID],
  ])('accepts a state whose repository is %s', (_name, repository) => {
    expect(use({ repository: API }, { repository })).not.toThrow();
    expect(use({ repository }, { repository: API })).not.toThrow();
  });

  it.each<[string, RepositoryIdentity]>([
    ['a mirror with another name', { ...API, name: 'my-org/mirror', id: '2' }],
    ['a new repository with the former name of a renamed repository', { ...API, id: '2' }],
    ['a repository with another name on a system without IDs', { ...WITHOUT_ID, name: 'my-org/mirror' }],
    ['a repository with the same name and ID on another host', { ...API, host: 'git.example.com' }],
  ])('rejects a state of %s', (_name, repository) => {
    for (const [known, reader] of [
      [API, repository],
      [repository, API],
    ] as const) {
      expect(use({ repository: known }, { repository: reader })).toThrow(
        expect.objectContaining({
          name: 'StateError',
          code: 'foreign',
          message: expect.stringContaining(`belongs to the repository ${known.host}/${known.name}`),
          hint: expect.stringContaining(`set moved-from: ${known.name} in the configuration file`),
        }),
      );
    }
  });

  it('accepts a state of another repository if a user names that repository', () => {
    const mirror = { ...API, name: 'my-org/mirror', id: '2' };
    expect(use({ repository: API }, { repository: mirror, movedFrom: 'My-Org/api' })).not.toThrow();
    expect(use({ repository: API }, { repository: mirror, movedFrom: 'my-org/other' })).toThrow('belongs to');
    // After the repository has been recorded, the input `moved-from` in the workflow has no effect.
    expect(use({ repository: mirror }, { repository: mirror, movedFrom: 'my-org/api' })).not.toThrow();
  });
});

describe('mergeRepositoryIdentity', () => {
  it('mergeRepositoryIdentity returns the repository of the run, with its new name after a rename', () => {
    const renamedRepository = { ...API, name: 'my-org/platform' };
    expect(mergeRepositoryIdentity(undefined, WITHOUT_ID)).toEqual(WITHOUT_ID);
    expect(mergeRepositoryIdentity(WITHOUT_ID, API)).toEqual(API);
    expect(mergeRepositoryIdentity(API, renamedRepository)).toEqual(renamedRepository);
  });

  it('mergeRepositoryIdentity keeps the known repository ID if the run has none', () => {
    expect(mergeRepositoryIdentity(API, WITHOUT_ID)).toEqual(API);
    const other = { ...WITHOUT_ID, name: 'my-org/mirror' };
    expect(mergeRepositoryIdentity(API, other)).toEqual(other);
    expect(isSameRepository(API, other)).toBe(false);
  });
});
