export { bareEnvironment, type Finished, runToEnd } from './child.ts';
export { Cleanup } from './cleanup.ts';
export { GitRepository } from './git-repository.ts';
export { type GitHub, startGitHub } from './github.ts';
export { ACTION_YML, PROJECT_ROOT, SHIPPED_BUNDLE } from './paths.ts';
export { type ActionResult, type ActionRun, runAction } from './runner.ts';
export { listItems, type ServiceItem, searchItems } from './service-items.ts';
export { type ServiceProcess, startService } from './service-process.ts';
export { type SeenRequest, type SpecificationServer, startSpecificationServer } from './specification-server.ts';
