import {
  type AskQuestion,
  type ChatId,
  contract,
  type FileId,
  mintId,
  type NewSchedule,
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

/** The column of a variable, by its index. */
const column = (variable: string, index: number) => ({
  variable,
  from: { kind: 'column' as const, column: index },
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
  const file = shortestOf(await filesOf(api))
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

/** An analysis of the spreadsheets of a room, read to its end. */
export async function holdAnalysis(
  api: ApiSettings & { roomId: RoomId },
  clock: TestClock,
): Promise<TimedTurn> {
  const files = (await filesOf(api)).filter(({ name }) => name.endsWith('.csv') || name.endsWith('.xlsx'))
  if (files.length === 0) throw new Error('The room has no spreadsheet to analyze.')
  return await holdJob(api, clock, {
    modelId: 'sandbox-analyst',
    job: {
      ...{ kind: 'data-analysis', budgetCredits: 50 },
      analysis: { files: files.slice(0, 3).map(({ id }) => ({ fileId: id, of: 'room' })) },
    },
    text: `Explore ${files.map(({ name }) => name).join(', ')}: what stands out?`,
  })
}

const shortestOf = <File extends { sizeBytes: number }>(files: readonly File[]): File | undefined =>
  files.toSorted((one, other) => one.sizeBytes - other.sizeBytes)[0]

const filesOf = async (api: ApiSettings & { roomId: RoomId }) =>
  (await call('listContextFiles', api, { params: { roomId: api.roomId }, query: {} })).data.filter(
    ({ state }) => state.status === 'COMPLETED',
  )

const rule = { timeZone: 'Europe/Oslo', weekday: 1, dayOfMonth: 1 } as const

/** Schedules of the owner: a question, a run over a table, a translation and an analysis that run, and a question that is paused. */
export async function addSchedules({ apiOf, roomOf }: Pick<EventPlace, 'apiOf' | 'roomOf'>): Promise<void> {
  const api = await apiOf('amara')
  const fileOf = async (room: string, name: string) => {
    const roomId = roomOf(room)
    const found = (await filesOf({ ...api, roomId })).find((file) => file.name === name)
    if (!found) throw new Error(`${room} has no file ${name}.`)
    return { fileId: found.id, of: 'room' as const }
  }
  const readings = await fileOf('Product', 'probe-readings.csv')
  const active: NewSchedule[] = [
    {
      roomId: roomOf('Support'),
      title: 'Open warranty questions',
      question: {
        text: 'Which warranty questions came up in the last week, and what do our terms say about each?',
        modelId: 'auto',
        style: 'quick',
      },
      rule: { ...rule, interval: 'weekly', time: '08:00' },
      ...withoutEnd,
    },
    {
      roomId: roomOf('Product'),
      title: 'A sentence on each reading',
      question: {
        ...{
          text: 'Is #{oxygen}# % oxygen at #{probe}# worth a look? One sentence.',
          modelId: 'sandbox-writer',
        },
        ...{ style: 'quick', jobKind: 'table-run', budgetCredits: 20 },
        table: {
          ...{ ...readings, table: 0, firstRow: 1, rowCount: 10, atOnce: 2, answerHeader: 'Remark' },
          values: [column('probe', 2), column('oxygen', 3)],
        },
      },
      rule: { ...rule, interval: 'weekdays', time: '06:30' },
      ...withoutEnd,
    },
    {
      roomId: roomOf('Support'),
      title: 'Warranty terms in French',
      question: {
        ...{ text: 'Translate warranty-terms.txt into French.', modelId: 'sandbox-writer', style: 'quick' },
        ...{ jobKind: 'translation', budgetCredits: 20 },
        translation: { file: await fileOf('Support', 'warranty-terms.txt'), language: 'fr' },
      },
      rule: { ...rule, interval: 'monthly', time: '05:00' },
      ...withoutEnd,
    },
    {
      roomId: roomOf('Product'),
      title: 'Readings of the week',
      question: {
        ...{
          text: 'Explore probe-readings.csv: what stands out?',
          modelId: 'sandbox-analyst',
          style: 'quick',
        },
        ...{ jobKind: 'data-analysis', budgetCredits: 20, analysis: { files: [readings] } },
      },
      rule: { ...rule, interval: 'weekly', time: '07:00' },
      ...withoutEnd,
    },
  ]
  for (const body of active) await call('createSchedule', api, { body })
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

const withoutEnd = { endsOn: null, maxRuns: null } as const
