import { type AgentJob, type AnswerPart, type InvocationStatus, jobIn, type JobState } from '@atrium/contract'
import { credits } from '../chats/index.ts'
import type { ShownJob } from './access.ts'

/** The status by the specification: a paused job is pending, a cancelled one has failed. */
export const statusOf: Record<JobState, InvocationStatus> = {
  pending: 'PENDING',
  running: 'RUNNING',
  paused: 'PENDING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  cancelled: 'FAILED',
}

/** Presents a job; without title and texts to anybody but its owner. */
export function presentJob(job: ShownJob, { isOwn }: { isOwn: boolean }): AgentJob {
  const part = isOwn ? jobIn(job.parts as AnswerPart[]) : null
  return {
    agentInvocationId: job.id,
    chatId: job.chatId,
    messageId: job.turnId,
    workspaceId: job.accountId,
    status: statusOf[job.state],
    isRead: job.isRead,
    kind: job.kind,
    setup: isOwn ? job.setup : null,
    state: job.state,
    owner: { id: job.userId, name: job.ownerName },
    title: isOwn ? job.title : null,
    roomId: job.roomId,
    modelName: job.modelName ?? '',
    creditsUsed: credits(job.spentMilli),
    budgetCredits: credits(job.budgetMilli),
    pause: job.pause,
    errorCode: job.errorCode,
    progress: part && progressIn(part),
    createdAt: job.createdAt.toISOString(),
    endedAt: job.endedAt?.toISOString() ?? null,
  }
}

function progressIn(part: NonNullable<ReturnType<typeof jobIn>>): AgentJob['progress'] {
  const { type: _type, id: _id, ...progress } = part
  return progress
}
