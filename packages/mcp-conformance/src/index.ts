export { addFixtureTools } from './fixture-tools.ts';
export { type Check, CLIENT_REQUEST_SCENARIOS, isPassed, listRequiredScenarios, runSuite } from './suite.ts';
