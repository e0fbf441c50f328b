// This program is a worker process, which `LogParsers` starts.
import { readSettings, serveJobs } from '../../platform/parsing/serve-jobs.ts';
import { createLogJobs, type LogJobSettings } from './log-jobs.ts';

serveJobs(createLogJobs(readSettings() as LogJobSettings));
