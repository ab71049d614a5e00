import { type CanvasId, contract, mintId } from '@atrium/contract'
import { openOverSocket } from '@atrium/server/canvases/canvases-for-tests.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { type ApiSettings, call, send } from '../api-client.ts'
import type { EventPlace } from './events.ts'

const launchPlan = `# Goals

Ship firmware **3.2** to all farms of the trial by the end of the month, without a visit to a single cage.

## Tasks

- [x] Release note in five languages
- [x] Trial on ten probes in Lochaber
- [ ] Rollout in three waves, smallest farms first
- [ ] Call every farm two days after its wave

## Owners

| Wave | Farms | Owner |
| --- | --- | --- |
| 1 | 8 | Priya |
| 2 | 21 | Wei |
| 3 | 46 | Kwame |

> If more than 2 % of the probes of a wave fail their self-test, the next wave waits.
`
const supportGuide = `# دليل الرد على شكاوى القياس

ابدأ دائمًا **بالرقم التسلسلي** وتاريخ آخر معايرة.

1. اطلب صورة للمسبار وهو خارج الماء.
2. اسأل عن آخر قراءة صحيحة ومتى كانت.
3. إن لم يكفِ ذلك، فاقترح موعدًا للفحص عن بعد.

Serial numbers begin with \`OX-4\` or \`TB-2\`.
`

/** What the model suggests for a passage of these canvases; null for another text. */
export const suggestedText = (asked: string): string | null =>
  asked.startsWith('# Goals')
    ? asked
        .replace('by the end of the month, without', 'by 31 March, without')
        .replace('Call every farm two days after its wave', 'Call every farm within two days of its wave')
        .replace('next wave waits.', 'next wave waits until the cause is known.')
    : null

/**
 * Canvases of the team: a plan that its room edits, with a named version and a model's pending suggestion, and a guide in Arabic that its room reads, which has the room's
 * knowledge base and is a source of it.
 */
export async function addCanvases({ apiOf, roomOf }: EventPlace): Promise<void> {
  for (const { person, room, title, markdown, share } of [
    {
      person: 'amara',
      room: 'Product',
      title: 'Rollout of firmware 3.2',
      markdown: launchPlan,
      share: 'edit',
    },
    {
      person: 'layla',
      room: 'Support',
      title: 'دليل الرد على الشكاوى',
      markdown: supportGuide,
      share: 'view',
    },
  ] as const) {
    const api = await apiOf(person)
    const { message } = await call('createCanvas', api, {
      body: { title, roomId: roomOf(room), markdown },
    })
    const { canvasId } = message
    await call('shareCanvas', api, { body: { canvasId, share } })
    if (share === 'edit') {
      await call('saveCanvasVersion', api, { params: { canvasId }, body: { name: 'Agreed with operations' } })
      await suggestImprovement(api, canvasId)
      await discuss(api, await apiOf('wei'), canvasId)
    } else await connectBase({ editor: api, admin: await apiOf('amara', room) }, canvasId)
  }
}

/** Puts the poster that a colleague had drawn in the room at the end of the plan. */
export async function addPoster({ accountId, apiOf, roomOf }: EventPlace): Promise<void> {
  const api = await apiOf('yuki', 'Product')
  const roomId = roomOf('Product')
  const { message: pictures } = await call('listRoomPictures', api, { params: { roomId }, query: {} })
  const { message: canvases } = await call('listCanvases', api, { query: { room_id: roomId } })
  const [poster] = pictures
  const [plan] = canvases
  if (!poster || !plan) throw new Error('The demo has no poster, or no plan that it belongs to.')
  const { canvasId } = plan
  const { chatId, fileId } = poster
  const { message: picture } = await call('copyPictureToCanvas', api, {
    params: { canvasId },
    body: { chatId, fileId },
  })
  const opened = openOverSocket({ api, accountId }, canvasId)
  try {
    await until(opened.isReady)
    opened.writePicture({ ...picture, alt: 'Poster for the farms of the third wave' })
    await until(opened.isSaved)
  } finally {
    opened.close()
  }
}

async function until(isReached: () => boolean): Promise<void> {
  for (let tries = 0; !isReached(); tries++) {
    if (tries === 600) throw new Error('The canvas of the demo could not be edited within 30 seconds.')
    await delay(50)
  }
}

async function suggestImprovement(api: ApiSettings, canvasId: CanvasId): Promise<void> {
  const suggestion = await send(contract.suggestInCanvas, api, {
    params: { canvasId },
    body: { shapingId: mintId('shaping'), action: 'improve', range: null, modelId: 'sandbox-writer' },
  })
  await suggestion.text()
}

/** A thread that waits for an answer, and one that is resolved. */
async function discuss(api: ApiSettings, colleague: ApiSettings, canvasId: CanvasId): Promise<void> {
  const comment = (by: ApiSettings, text: string) =>
    call('beginCanvasThread', by, { params: { canvasId }, body: { range: null, text } })
  const { message: open } = await comment(
    colleague,
    'Do we call the farms of the trial too? They have the firmware already.',
  )
  await call('replyInCanvasThread', api, {
    params: { canvasId, threadId: open.threadId },
    body: { text: 'Yes, a short call: we want to hear about the self-test.' },
  })
  const { message: done } = await comment(api, 'The dates need the agreement of operations.')
  await call('resolveCanvasThread', colleague, {
    params: { canvasId, threadId: done.threadId },
    body: { isResolved: true },
  })
}

/** Questions about the room's guide search its knowledge base, of which the guide is a source. */
async function connectBase(
  { editor, admin }: { editor: ApiSettings; admin: ApiSettings },
  canvasId: CanvasId,
): Promise<void> {
  const { data: bases } = await call('listKnowledgeBases', admin, { query: {} })
  const base = bases.find(({ rag_name: name }) => name === 'Customer letters')
  if (!base) throw new Error('The team has a knowledge base before its canvases.')
  await call('addCanvasKnowledge', editor, { params: { canvasId }, body: { baseId: base.id } })
  await call('addKnowledgeSource', admin, { params: { baseId: base.id }, body: { kind: 'canvas', canvasId } })
}
