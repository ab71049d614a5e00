import { z } from 'zod'
import { endpoint, messagePageReply, messageReply, pageNumber } from '../endpoint.ts'
import { ErrorCode } from '../errors.ts'
import { ChatId, InvocationId, RoomId, TurnId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Line } from '../text/text.ts'
import { JobKind, jobPauses, JobProgress } from './job-progress.ts'
import { JobSetup } from './job-setup.ts'

/** The specified status of an agent job. COMPLETED and FAILED are final. */
export const invocationStatuses = ['PENDING', 'RUNNING', 'COMPLETED', 'FAILED'] as const
export const InvocationStatus = z.enum(invocationStatuses)
export type InvocationStatus = z.infer<typeof InvocationStatus>

/** A job as browsers track it, also in their own storage. */
export const TrackedInvocation = z.strictObject({
  agentInvocationId: InvocationId,
  chatId: ChatId,
  /** The answer of the job: its turn. */
  messageId: TurnId,
  /** The account. */
  workspaceId: z.string(),
  status: InvocationStatus,
  /** False from the end of the job until its owner opens the chat. */
  isRead: z.boolean(),
})
export type TrackedInvocation = z.infer<typeof TrackedInvocation>

/** Status of a job in detail: `paused` waits for its owner, `cancelled` was ended by a person. */
export const jobStates = ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

export const JobPause = z.strictObject({
  reason: z.enum(jobPauses),
  /** Credits to add to the budget, as suggested; null when the pause is not about the budget. */
  moreCredits: z.int().nullable(),
})
export type JobPause = z.infer<typeof JobPause>

export const AgentJob = TrackedInvocation.extend({
  kind: JobKind,
  /** The table, the document or the spreadsheets that it works on, to repeat it; null for other kinds, and for jobs of others. */
  setup: JobSetup.nullable(),
  state: z.enum(jobStates),
  owner: z.strictObject({ id: UserId, name: z.string() }),
  /** Title of the chat; null for jobs of others. */
  title: z.string().nullable(),
  roomId: RoomId,
  modelName: z.string(),
  creditsUsed: z.number(),
  budgetCredits: z.number(),
  pause: JobPause.nullable(),
  /** Why it failed. */
  errorCode: ErrorCode.nullable(),
  /** Null for jobs of others. */
  progress: JobProgress.nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
})
export type AgentJob = z.infer<typeof AgentJob>

const ofJob = z.strictObject({ invocationId: InvocationId })
const invocationIds = z
  .string()
  .max(limits.maxInvocationsAsked * 60)
  .transform((list) => [...new Set(list.split(',').map((id) => id.trim()))].filter((id) => id !== ''))
  .pipe(z.array(z.string()).max(limits.maxInvocationsAsked))

export const listInvocations = endpoint({
  name: 'listInvocations',
  host: 'main',
  method: 'GET',
  path: '/agent/agents/invocations',
  caller: 'account-member',
  summary:
    "Returns the status of the caller's agent jobs named in `agent_invocation_id`, separated by commas. Leaves out unknown ids and those of others.",
  query: z.strictObject({
    agent_invocation_id: invocationIds.meta({ type: 'string' }),
  }),
  reply: {
    json: messageReply(z.array(z.strictObject({ id: InvocationId, status: InvocationStatus }))),
  },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
})
export const jobFilters = ['all', 'active', 'finished'] as const
export const listAgentJobs = endpoint({
  name: 'listAgentJobs',
  host: 'main',
  method: 'GET',
  path: '/agent/jobs',
  caller: 'account-member',
  summary:
    "Lists the caller's agent jobs, latest first, one page, with the total count. `tracked` lists those that are active, or ended in a chat that the caller has not opened since. With `scope=account`, admins list the jobs of everybody, without titles and texts.",
  query: z.strictObject({
    scope: z.enum(['own', 'account']).default('own'),
    state: z.enum([...jobFilters, 'tracked']).default('all'),
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.historyPageSize, limits.listPageSizeMost),
  }),
  reply: { json: messagePageReply(AgentJob) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER', 'FORBIDDEN'],
})
export const readAgentJob = endpoint({
  name: 'readAgentJob',
  host: 'main',
  method: 'GET',
  path: '/agent/jobs/:invocationId',
  caller: 'account-member',
  policy: 'job:own',
  summary: 'Returns an agent job of the caller.',
  params: ofJob,
  reply: { json: messageReply(AgentJob) },
  errors: ['NOT_FOUND'],
})
export const continueAgentJob = endpoint({
  name: 'continueAgentJob',
  host: 'main',
  method: 'POST',
  path: '/agent/jobs/:invocationId/continue',
  caller: 'account-member',
  policy: 'job:own',
  pausesInDowntime: true,
  summary:
    'Continues a paused job of the caller: with its plan, edited or not, and with more credits for its budget. Throws CONFLICT for a job that does not wait.',
  params: ofJob,
  body: z.strictObject({
    plan: z.array(Line(limits.jobQuestionCharacters)).min(1).max(limits.maxJobQuestions).optional(),
    moreCredits: z.int().min(1).max(limits.maxJobBudgetCredits).optional(),
  }),
  reply: { json: messageReply(AgentJob) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'CONFLICT'],
  idempotency: 'key',
})
export const cancelAgentJob = endpoint({
  name: 'cancelAgentJob',
  host: 'main',
  method: 'POST',
  path: '/agent/jobs/:invocationId/cancel',
  caller: 'account-member',
  policy: 'job:own',
  summary:
    'Cancels a job of the caller and keeps what it has found. Finished steps are charged. Cancelling an ended job does nothing.',
  params: ofJob,
  reply: { json: messageReply(AgentJob) },
  errors: ['NOT_FOUND'],
  idempotency: 'ids',
})
export const agentJobEndpoints = {
  listInvocations,
  listAgentJobs,
  readAgentJob,
  continueAgentJob,
  cancelAgentJob,
} as const
