export { agentJobsModule, jobStarter } from './agent-jobs.module.ts'
export { freeDeadJobs } from './free-dead-jobs.ts'
export { type JobNews, jobNewsSince } from './job-news.ts'
export { pauseForSuspension } from './pause-for-suspension.ts'
