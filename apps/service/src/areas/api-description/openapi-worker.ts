// This program is a worker process, which `OpenapiParsers` starts.
import { JobInputError } from '../../platform/parsing/parsing-failure.ts';
import { serveJobs } from '../../platform/parsing/serve-jobs.ts';
import { OpenapiError } from './index.ts';
import { createOpenapiJobs } from './openapi-jobs.ts';

serveJobs(createOpenapiJobs(), (error) => (error instanceof OpenapiError ? new JobInputError(error.message) : error));
