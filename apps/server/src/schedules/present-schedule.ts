import type { Schedule } from '@atrium/contract'
import { credits } from '../chats/index.ts'
import type { Models } from '../models/index.ts'
import { defaultModelPreferences } from '../models/index.ts'
import type { ShownSchedule } from './access.ts'

/** Presents a schedule; to anyone but its owner without title, question and chat. */
export function presentSchedule(
  models: Pick<Models, 'list'>,
  schedule: ShownSchedule,
  { isOwn }: { isOwn: boolean },
): Schedule {
  const { lastRun, question } = schedule
  const model = models.list(defaultModelPreferences).find(({ modelId }) => modelId === question.modelId)
  return {
    scheduleId: schedule.id,
    owner: { id: schedule.userId, name: schedule.ownerName },
    roomId: schedule.roomId,
    title: isOwn ? schedule.title : null,
    question: isOwn ? question : null,
    modelName: model?.displayName ?? question.modelId,
    rule: schedule.rule,
    endsOn: schedule.endsOn,
    maxRuns: schedule.maxRuns,
    state: schedule.state,
    pauseReason: schedule.pauseReason,
    nextRunAt: schedule.nextRunAt?.toISOString() ?? null,
    runCount: schedule.runCount,
    failuresInRow: schedule.failuresInRow,
    creditsUsed: credits(schedule.usedMilli),
    lastRun: lastRun && {
      chatId: isOwn ? lastRun.chatId : null,
      turnId: isOwn ? lastRun.turnId : null,
      state: lastRun.state,
      errorCode: lastRun.errorCode,
      dueAt: new Date(lastRun.dueAt).toISOString(),
      endedAt: lastRun.endedAt && new Date(lastRun.endedAt).toISOString(),
    },
    createdAt: schedule.createdAt.toISOString(),
  }
}
