import { expect, it } from 'vitest';
import { describeProblem } from '../problem/problem.ts';
import { INPUT_NAMES, SETTING_NAMES } from './setting-table.ts';
import { findUnknownInputs } from './unknown-inputs.ts';

const find = (env: NodeJS.ProcessEnv) => findUnknownInputs(env).map(describeProblem);

it('findUnknownInputs accepts every input, and variables that have no effect or belong to the runner', () => {
  const inputs = Object.fromEntries(INPUT_NAMES.map((name) => [`INPUT_${name.toUpperCase()}`, 'x']));
  expect(find({ ...inputs, INPUT_EXLUDE: ' ', INPUT_ARGS: '-v', INPUT_ENTRYPOINT: '/run.sh', INPUTRC: 'x' })).toEqual(
    [],
  );
});

it.each<[string, string | RegExp]>([
  ['INPUT_PROJCET', /^Input "projcet" is not an input\. Fix: did you mean "project"\? All inputs: http/],
  ['INPUT_EXLUDE', /Fix: did you mean the setting "exclude"\? set it in \.github\/context-sync\.yml/],
  ['INPUT_API_KEY', 'Input "api_key" is not an input (set by INPUT_API_KEY). Fix: set INPUT_API-KEY instead.'],
  ['INPUT_project', 'Input "project" is not an input (set by INPUT_project). Fix: set INPUT_PROJECT instead.'],
  [
    'INPUT_STATE-REMOTE',
    'Input "state-remote" is not an input. Fix: use the input state, with a line such as git:origin.',
  ],
  ['INPUT_STATE_FOLDER', /Fix: use the input state, with a line such as folder:/],
  [
    'INPUT_QUESTION',
    /^Input "question" is not an input\. Fix: remove it, or unset INPUT_QUESTION if another program uses it/,
  ],
])('findUnknownInputs rejects %s with a fix', (variable, message) => {
  expect(find({ [variable]: 'x' })).toEqual([typeof message === 'string' ? message : expect.stringMatching(message)]);
});

it.each(Object.getOwnPropertyNames(Object.prototype))('findUnknownInputs rejects INPUT_%s', (name) => {
  const inputName = name.toLowerCase();
  expect(find({ [`INPUT_${name}`]: 'x' })).toEqual([
    expect.stringContaining(`Input "${inputName}" is not an input. Fix: remove it`),
  ]);
});

it('findUnknownInputs names the configuration file for each setting that is not an input', () => {
  const settings = SETTING_NAMES.filter((name) => !INPUT_NAMES.some((input) => input === name));
  for (const name of settings) {
    expect(find({ [`INPUT_${name.toUpperCase()}`]: 'x' })).toEqual([
      `Input "${name}" is a setting of the configuration file, not an input. Fix: set it in .github/context-sync.yml, with a line such as "${name}: …".`,
    ]);
  }
});

it('findUnknownInputs suggests each input and setting whose last two letters are swapped', () => {
  for (const name of SETTING_NAMES.filter(({ length }) => length > 4)) {
    const swapped = name.replace(/(.)(.)$/, '$2$1');
    if (swapped === name) continue;
    expect(find({ [`INPUT_${swapped.toUpperCase()}`]: 'x' })).toEqual([expect.stringContaining(`"${name}"`)]);
  }
});
