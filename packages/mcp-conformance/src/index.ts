export { addFixtureTools } from './fixture-tools.ts';
export {
  type Check,
  CLIENT_REQUEST_SCENARIOS,
  isPassed,
  listRequiredScenarios,
  runAuthorizationSuite,
  runSuite,
} from './suite.ts';
