export { type FaultProxy, startFaultProxy } from './faults/fault-proxy.ts';
export { drawKillPoint, type KillAtRequest, type KillPoint, KillSwitch, type RunServer } from './faults/kill-switch.ts';
export type { FaultDecider, ProxyFault, SubstituteResponse } from './faults/proxy-faults.ts';
export { Random } from './faults/random-source.ts';
export { type GitHost, type GitHostOptions, startGitHost } from './git/git-host.ts';
export { GitRepository } from './git/git-repository.ts';
export { ApiContract, type Exchange } from './github/api-contract.ts';
export { type GitHub, startGitHub } from './github/github.ts';
export type { GitHubComment } from './github/github-comments.ts';
export type { ParsedState, StateItem, StateSource } from './github/state-format.ts';
export { type StateCommit, StateHistory } from './github/state-history.ts';
export { UNDOCUMENTED_OPERATIONS } from './github/undocumented-operations.ts';
export { createBareEnvironment, type ProcessResult, runProcess } from './process/child-process.ts';
export { Cleanup } from './process/cleanup.ts';
export { listenOnLoopback } from './process/listen-on-loopback.ts';
export { ACTION_YML, PROJECT_ROOT, SHIPPED_BUNDLE } from './process/project-paths.ts';
export { listSecretForms } from './process/secret-forms.ts';
export { SecretWatch } from './process/secret-watch.ts';
export { type ActionResult, type ActionRun, runAction } from './run/action-runner.ts';
export { SERVICE_ARGUMENTS, startService, type TestService } from './service/service.ts';
export { listItems, type ServiceItem, searchItems } from './service/service-items.ts';
export { type ServiceProcess, startServiceProcess } from './service/service-process.ts';
export {
  type ReceivedRequest,
  type SpecificationServer,
  startSpecificationServer,
} from './service/specification-server.ts';
