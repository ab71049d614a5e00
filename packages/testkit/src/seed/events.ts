import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AccountId, FileId, RoomId } from '@atrium/contract'
import { type ApiSettings, call } from '../api-client.ts'
import { uploadContextFile } from '../upload-context-file.ts'
import type { PaymentSandbox } from '@atrium/sandbox'
import { addCanvases, addPoster } from './canvases.ts'
import { orderPack, saveBillingDetails, type TimedOrder } from './orders.ts'
import { addTemplates } from './templates.ts'

/** Where an event happens. */
export interface EventPlace {
  accountId: AccountId
  /** A team member, in a room if one is named. */
  apiOf: (person: string, room?: string) => Promise<ApiSettings>
  roomOf: (name: string) => RoomId
  userOf: (person: string) => `user_${string}`
  payments: PaymentSandbox
  now: () => Date
  /** Orders placed so far. */
  orders: TimedOrder[]
}

/** An action other than a question, at a fraction of the months from 0 to 1. All are in the audit log. */
export interface DemoEvent {
  at: number
  happen: (place: EventPlace) => Promise<void>
}

const filesFolder = path.join(import.meta.dirname, 'files')
const contextFiles = {
  Product: ['probe-handbook.txt', 'firmware-3.2-notes.txt', 'probe-readings.csv'],
  Support: [
    'warranty-terms.txt',
    'guide-installation.txt',
    'huong-dan-bao-tri.txt',
    '传感器保养.txt',
    'دليل-الصيانة.txt',
  ],
}
/** Afterwards, answers can use files. */
export const filesAt = 0.4

/** In the order of their times. */
export const events: readonly DemoEvent[] = [
  {
    at: 0.05,
    happen: async (place) =>
      changeRoom(place, 'Support', {
        system_prompt: {
          instructions: 'Write to customers in short sentences.\nNever promise a delivery date.',
        },
      }),
  },
  {
    at: 0.12,
    happen: async ({ accountId, apiOf }) => {
      await call('changeAccountSettings', await apiOf('priya'), {
        params: { id: accountId },
        body: { autoJoinDomain: null, chatRetentionDays: 365 },
      })
    },
  },
  {
    at: 0.2,
    happen: async ({ accountId, apiOf, userOf }) => {
      await call('changeMember', await apiOf('amara'), {
        params: { id: accountId },
        body: { userId: userOf('kwame'), role: 'admin' },
      })
    },
  },
  {
    at: 0.28,
    happen: async ({ accountId, apiOf, userOf }) => {
      const api = await apiOf('amara')
      await call('changeMember', api, {
        params: { id: accountId },
        body: { userId: userOf('kwame'), role: 'member' },
      })
      await call('changeMember', api, {
        params: { id: accountId },
        body: { userId: userOf('yuki'), monthlyCreditLimit: 100 },
      })
    },
  },
  {
    at: 0.28,
    happen: async ({ accountId, apiOf, roomOf }) => {
      await call('setRoomCreditLimit', await apiOf('amara', 'Sales'), {
        params: { id: accountId },
        body: { roomId: roomOf('Sales'), monthlyCreditLimit: 500 },
      })
    },
  },
  { at: 0.3, happen: saveBillingDetails },
  { at: 0.32, happen: (place) => orderPack(place, 'amara', { pays: true }) },
  { at: filesAt, happen: addFiles },
  { at: 0.5, happen: addBase },
  {
    at: 0.62,
    happen: async (place) =>
      changeRoom(place, 'Sales', {
        description: 'Offers, fairs and letters to customers, in their language.',
      }),
  },
  { at: 0.65, happen: (place) => orderPack(place, 'priya', { pays: false }) },
  { at: 0.7, happen: addTemplates },
  { at: 0.75, happen: addCanvases },
  { at: 0.75, happen: addGoldenQuestions },
  { at: 0.8, happen: (place) => orderPack(place, 'priya', { pays: true }) },
  {
    at: 0.88,
    happen: async ({ accountId, apiOf }) => {
      await call('changeAccountSettings', await apiOf('ingrid'), {
        params: { id: accountId },
        body: { chatRetentionDays: null },
      })
    },
  },
  { at: 0.96, happen: addPoster },
]

async function changeRoom(
  { accountId, apiOf, roomOf }: EventPlace,
  name: string,
  body: NonNullable<Parameters<typeof call<'changeRoom'>>[2]>['body'],
) {
  await call('changeRoom', await apiOf('amara', name), { params: { accountId, roomId: roomOf(name) }, body })
}

async function addFiles({ apiOf, roomOf }: EventPlace): Promise<void> {
  for (const [room, names] of Object.entries(contextFiles)) {
    const api = await apiOf('amara', room)
    for (const name of names)
      await uploadContextFile(api, { name, bytes: readFileSync(path.join(filesFolder, name)) })
    await untilRead(async () =>
      (await call('listContextFiles', api, { params: { roomId: roomOf(room) }, query: {} })).data.map(
        ({ state }) => state.status,
      ),
    )
  }
}

async function addBase({ apiOf }: EventPlace): Promise<void> {
  const api = await apiOf('amara', 'Support')
  const { data: base } = await call('createKnowledgeBase', api, {
    body: {
      files: [],
      rag_name: 'Customer letters',
      description: 'How we write to customers, and what we have promised them.',
      ip_type: 'FILE_UPLOAD',
    },
  })
  const params = { baseId: base.id }
  for (const [title, text] of letters)
    await call('addKnowledgeSource', api, { params, body: { kind: 'text', title, text } })
  await untilRead(async () =>
    (await call('listKnowledgeSources', api, { params, query: {} })).data.map(
      ({ state }) => state?.status ?? 'PENDING',
    ),
  )
}

const letters = [
  [
    'Tone of our letters',
    'Begin with what the farmer saw. Say what happened, then what we do about it and by when. One apology is enough. Sign with your own name.',
  ],
  [
    'Refunds',
    'A probe that fails within 30 days is replaced or refunded, as the customer wishes. After 30 days we repair it. Shipping is always free for the customer.',
  ],
] as const

const goldenQuestions = [
  { room: 'Product', question: 'How often is the oxygen probe calibrated?', file: 'probe-handbook.txt' },
  {
    room: 'Product',
    question: 'When does the rollout of the firmware stop?',
    file: 'firmware-3.2-notes.txt',
  },
  { room: 'Product', question: 'Which range does the turbidity probe have?', file: 'probe-handbook.txt' },
  { room: 'Support', question: 'How long are batteries under warranty?', file: 'warranty-terms.txt' },
  {
    room: 'Support',
    question: 'À quelle distance des sondes la passerelle doit-elle se trouver ?',
    file: 'guide-installation.txt',
  },
  { room: 'Support', question: '浊度传感器的窗口怎样清洁？', file: '传感器保养.txt' },
  { room: 'Support', question: 'متى تُستبدل البطارية؟', file: 'دليل-الصيانة.txt' },
]

async function addGoldenQuestions({ apiOf, roomOf }: EventPlace): Promise<void> {
  for (const room of Object.keys(contextFiles)) {
    const api = await apiOf('amara', room)
    const params = { roomId: roomOf(room) }
    const { data: files } = await call('listContextFiles', api, { params, query: {} })
    const idOf = (wanted: string): FileId => {
      const file = files.find(({ name }) => name === wanted)
      if (!file) throw new Error(`The room ${room} has no file ${wanted}.`)
      return file.id
    }
    for (const { question, file } of goldenQuestions.filter((one) => one.room === room))
      await call('createGoldenQuestion', api, {
        params,
        body: { question, expected: [{ fileId: idOf(file) }] },
      })
    await call('runChecks', api, { params })
    await untilRead(async () =>
      (await call('listCheckRuns', api, { params })).data.map(({ status }) =>
        status === 'RUNNING' ? 'PENDING' : 'COMPLETED',
      ),
    )
  }
}

const withinMs = 60_000

/** Files are read, and questions checked, by jobs. */
async function untilRead(statuses: () => Promise<string[]>): Promise<void> {
  let now: string[] = []
  for (const giveUpAt = performance.now() + withinMs; performance.now() < giveUpAt; await delay(100)) {
    now = await statuses()
    if (now.every((status) => status === 'COMPLETED')) return
    if (now.includes('FAILED')) break
  }
  throw new Error(`What the demo team put into its rooms was not read: ${now.join(', ')}.`)
}
