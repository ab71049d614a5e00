import { type AskQuestion, type ChatId, contract, mintId, type TurnId } from '@atrium/contract'
import type { TestClock } from '@atrium/server/platform/clock.ts'
import { type ApiSettings, call, send } from '../api-client.ts'
import { endOf, readEvents } from '../read-events.ts'
import type { EventPlace } from './events.ts'
import type { TimedTurn } from './hold-conversation.ts'

/** A research job of the owner, by the sandbox's own researcher, read to its end. */
export const holdResearch = (api: ApiSettings, clock: TestClock): Promise<TimedTurn> =>
  holdJob(api, clock, {
    modelId: 'sandbox-researcher',
    job: { budgetCredits: 100, reviewsPlan: false },
    text: 'How often should oxygen probes be calibrated, and what does the warranty say about it?',
  })

/** The summaries of all files of a room, read to their end. */
export const holdSummaries = (api: ApiSettings, clock: TestClock): Promise<TimedTurn> =>
  holdJob(api, clock, {
    modelId: 'sandbox-writer',
    job: { kind: 'file-summaries', budgetCredits: 20 },
    text: 'Summarize every file of this room.',
  })

async function holdJob(
  api: ApiSettings,
  clock: TestClock,
  { text, ...asked }: Pick<AskQuestion, 'modelId' | 'job'> & { text: string },
): Promise<TimedTurn> {
  const startedAt = clock.now()
  const turnId: TurnId = mintId('turn', startedAt.getTime())
  const chatId: ChatId = mintId('chat', startedAt.getTime())
  const response = await send(contract.askQuestion, api, {
    body: {
      chatId,
      turnId,
      parentTurnId: null,
      ...asked,
      ask: { kind: 'question', messageId: mintId('message', startedAt.getTime()), text },
    },
  })
  if (!response.ok) throw new Error(`The job was refused: ${await response.text()}`)
  const { events } = await readEvents(response)
  if (endOf(events)?.state !== 'answered') throw new Error('The job did not end with an answer.')
  clock.advance(4 * 60_000)
  return { turnId, chatId, startedAt, endedAt: clock.now() }
}

const rule = { timeZone: 'Europe/Oslo', weekday: 1, dayOfMonth: 1 } as const

/** Schedules of the owner: one that runs every week, and one that is paused. */
export async function addSchedules({ apiOf, roomOf }: Pick<EventPlace, 'apiOf' | 'roomOf'>): Promise<void> {
  const api = await apiOf('amara')
  await call('createSchedule', api, {
    body: {
      roomId: roomOf('Support'),
      title: 'Open warranty questions',
      question: {
        text: 'Which warranty questions came up in the last week, and what do our terms say about each?',
        modelId: 'auto',
      },
      rule: { ...rule, interval: 'weekly', time: '08:00' },
    },
  })
  const { message: paused } = await call('createSchedule', api, {
    body: {
      roomId: roomOf('Product'),
      title: 'Release notes of the month',
      question: { text: 'Summarize the firmware notes for a monthly letter to our farms.', modelId: 'auto' },
      rule: { ...rule, interval: 'monthly', time: '07:30' },
    },
  })
  await call('changeSchedule', api, {
    params: { scheduleId: paused.scheduleId },
    body: { isPaused: true },
  })
}
