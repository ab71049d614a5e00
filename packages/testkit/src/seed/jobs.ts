import {
  type AskQuestion,
  type ChatId,
  contract,
  type FileId,
  mintId,
  type RoomId,
  type TurnId,
} from '@atrium/contract'
import type { TestClock } from '@atrium/server/platform/clock.ts'
import { type ApiSettings, call, send } from '../api-client.ts'
import { postForm } from '../upload-context-file.ts'
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

/** A template that runs over the rows of a table of customers, read to its end. */
export async function holdTableRun(api: ApiSettings, clock: TestClock): Promise<TimedTurn> {
  const bytes = Buffer.from(
    [
      'Farm,Tanks,Pumps per tank',
      'Nordfjord Laks,6,7',
      'Lofoten Trout,9,4',
      'Bømlo Salmon,12,3',
      'Sunnhordland Smolt,8,5',
    ].join('\n'),
  )
  const query = { filename: 'pumps-by-farm.csv', 'content-type': 'text/csv' as const }
  const { data: form } = await call('getAttachmentForm', api, { query })
  await postForm(api.url, form, bytes)
  const column = (variable: string, index: number) => ({
    variable,
    from: { kind: 'column' as const, column: index },
  })
  return await holdJob(api, clock, {
    modelId: 'sandbox-writer',
    job: {
      kind: 'table-run',
      budgetCredits: 20,
      table: {
        ...{ fileId: form.file_id, of: 'question', table: 0, firstRow: 1, rowCount: 500, atOnce: 3 },
        values: [column('tanks', 1), column('pumps', 2)],
        answerHeader: 'Spare pumps',
      },
    },
    text: 'What is #{tanks}# * #{pumps}#?',
    attachments: [form.file_id],
  })
}

/** The translation of the shortest file of a room, read to its end. */
export async function holdTranslation(
  api: ApiSettings & { roomId: RoomId },
  clock: TestClock,
): Promise<TimedTurn> {
  const { data } = await call('listContextFiles', api, { params: { roomId: api.roomId }, query: {} })
  const [file] = data
    .filter(({ state }) => state.status === 'COMPLETED')
    .toSorted((one, other) => one.sizeBytes - other.sizeBytes)
  if (!file) throw new Error('The room has no file to translate.')
  return await holdJob(api, clock, {
    modelId: 'sandbox-writer',
    job: {
      ...{ kind: 'translation', budgetCredits: 50 },
      translation: { file: { fileId: file.id, of: 'room' }, language: 'fr' },
    },
    text: `Translate ${file.name} into French.`,
  })
}

async function holdJob(
  api: ApiSettings,
  clock: TestClock,
  {
    text,
    attachments,
    ...asked
  }: Pick<AskQuestion, 'modelId' | 'job'> & { text: string; attachments?: FileId[] },
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
      ask: {
        ...{ kind: 'question', messageId: mintId('message', startedAt.getTime()), text },
        ...(attachments && { attachments }),
      },
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
