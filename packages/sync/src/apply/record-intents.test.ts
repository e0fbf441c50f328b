import { describe, expect, it } from 'vitest';
import { getDocuments } from '../docs.fixture.ts';
import { createEmptyState } from '../state/new-state.ts';
import type { ItemRecord, Writer } from '../state/state-schema.ts';
import { CAPABILITIES } from '../sync.fixture.ts';
import { recordInDoubt, recordIntent, rollBackIntent, type SendChange } from './record-intents.ts';
import type { StateDraft } from './state-ledger.ts';

const PATH = 'a.md';
const me: Writer = { run: 'mine', at: 1_000 };
const other: Writer = { run: 'other', at: 2_000 };

function draftAt(revision: number): StateDraft {
  const { meta } = createEmptyState('https://api.example.com/', 'p', CAPABILITIES.none);
  return { meta: { ...meta, revision }, documents: new Map(), portal: undefined, revision };
}

function recordsIn({ documents }: StateDraft): readonly ItemRecord[] {
  return documents.get(PATH)?.items ?? [];
}

/** Returns a change that creates the only item of the docs. @param seenRecords the intent that the change repeats, if there is one */
function creation(seenRecords: readonly ItemRecord[] = []): SendChange {
  const item = getDocuments({ [PATH]: { intro: 'A1' } })[0]?.items[0];
  if (!item) throw new Error('the docs have no item');
  return { kind: 'create', path: PATH, item, resend: seenRecords[0], seen: seenRecords };
}

describe('intents without an executed request', () => {
  it('an intent whose request was not executed is rolled back', () => {
    const draft = draftAt(1);
    const sending = recordIntent(draft, creation(), me);
    rollBackIntent(draft, sending);
    expect(recordsIn(draft)).toEqual([]);
  });

  it('an intent that repeated a request in doubt stays in doubt', () => {
    const draft = draftAt(1);
    const first = recordIntent(draft, creation(), me);
    recordInDoubt(draft, first, 1_500);
    const seenRecords = recordsIn(draft);
    const again = recordIntent(draft, creation(seenRecords), me);
    rollBackIntent(draft, again);
    expect(recordsIn(draft)).toEqual(seenRecords);
  });
});

describe('intents that another run has taken over', () => {
  /** Simulates another run that sends the same item under the same revision, because it considers this run dead. */
  function takenOver() {
    const draft = draftAt(1);
    const mineChange = recordIntent(draft, creation(), me);
    const seen = recordsIn(draft);
    recordIntent(draft, creation(seen), other);
    return { draft, mine: mineChange, taken: recordsIn(draft) };
  }

  it('an intent that another run has taken over is not rolled back by the first run', () => {
    const { draft, mine, taken } = takenOver();
    rollBackIntent(draft, mine);
    expect(recordsIn(draft)).toEqual(taken);
    expect(taken).toMatchObject([{ status: 'creating', by: other }]);
  });

  it('an intent that another run has taken over is not marked as in doubt by the first run', () => {
    const { draft, mine, taken } = takenOver();
    recordInDoubt(draft, mine, 3_000);
    expect(recordsIn(draft)).toEqual(taken);
  });
});
