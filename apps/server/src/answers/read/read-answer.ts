import {
  type AnswerChoice,
  type AnswerPart,
  type ChatId,
  type FileId,
  type StreamPart,
  type TurnId,
  definitionOf,
  errorCodes,
} from '@atrium/contract'
import { attachmentsOf } from '../../attachments/index.ts'
import {
  type Actor,
  credits,
  loadTurn,
  openSourcesIn,
  partsFor,
  readLog,
  requireChat,
  requireTurn,
  type StoredTurn,
} from '../../chats/index.ts'
import { choicesOf } from '../../models/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import type { FollowedAnswer } from '../../live/index.ts'
import type { EventStream } from '../../platform/http/event-stream.ts'
import type { AnswerPorts } from '../ports.ts'
import { fail } from '../../platform/failure.ts'
import { pictureEvent } from '../write/picture-event.ts'
import { lastFrame, type Reader } from '../write/running-turn.ts'
import { followPausedJob, pausedJobAfter } from './follow-paused-job.ts'
import { readerOfSharedAnswer } from './reader-of-shared-answer.ts'

/** How often this process reads the log of an open answer that it doesn't write, while it is alone and will take the answer over. */
const pollMs = 200
/** The same while other processes run: the writer notifies this one of every change. */
const missedChangeMs = 1_000

const frame = (eventId: number, part: StreamPart) => `id: ${eventId}\ndata: ${JSON.stringify(part)}\n\n`

/** Throws NOT_FOUND unless the actor may read the turn. Call before the reply begins. */
export const requireReadableTurn = (ports: AnswerPorts, actor: Actor, turnId: TurnId): Promise<StoredTurn> =>
  inTenant(ports.database, actor, (trx) => requireTurn(trx, actor, turnId, 'read'))

/**
 * Sends a reader every event of a turn after a number, to the end: from memory while this process writes the answer, else from
 * the log, which another node may still be filling. While the job that writes it is paused, it waits for the job's notices.
 */
export async function readAnswer(
  ports: AnswerPorts,
  actor: Actor,
  turnId: TurnId,
  after: number,
  stream: EventStream,
): Promise<void> {
  let seen = after
  // The last event that the reader has says whether a job was paused.
  let from = Math.max(after - 1, 0)
  let paused: ReturnType<typeof followPausedJob> | null = null
  let isPaused = false
  let followed: FollowedAnswer | null = null
  stream.onClose(() => {
    paused?.stop()
    followed?.stop()
  })
  const shared = sharedReader(ports, actor, turnId, stream)
  while (stream.isOpen) {
    const running = ports.running.get(turnId)
    const reader = running?.userId === actor.userId ? stream : shared
    if (running?.attach(reader, seen)) {
      stream.onClose(() => running.detach(reader))
      return
    }
    const { turn, events } = await inTenant(ports.database, actor, async (trx) => {
      // The turn first: once it has ended, a log that is read afterwards is complete.
      const turn = await loadTurn(trx, actor.accountId, turnId)
      return { turn, events: await readLog(trx, actor.accountId, turnId, from) }
    })
    const other = turn?.asked_by === actor.userId ? stream : shared
    for (const event of events) if (event.eventId > seen) other.write(frame(event.eventId, event.part))
    seen = events.at(-1)?.eventId ?? seen
    from = seen
    if (!turn || turn.state !== 'open') {
      if (turn && seen < turn.last_event_id) other.write(await replay(ports, actor, turn, seen === 0))
      other.write(lastFrame)
      other.end()
      return
    }
    const pausedJob = pausedJobAfter(events)
    if (pausedJob !== undefined) isPaused = pausedJob !== null
    if (!isPaused && ports.nodes.hasOthers())
      await (followed ??= ports.live.answers.follow(turnId)).changed(missedChangeMs)
    else if (!isPaused) await new Promise((resolve) => setTimeout(resolve, pollMs))
    // Changes before it followed the job are in the log.
    else if (pausedJob) {
      paused?.stop()
      paused = followPausedJob(ports, { accountId: actor.accountId, userId: turn.asked_by }, pausedJob)
    } else if (paused) isPaused = !(await paused.changed())
  }
}

/** The stream for a reader who did not ask the question: without the cost, and with only the numbers of sources that they may not open. */
const sharedReader = (ports: AnswerPorts, actor: Actor, turnId: TurnId, stream: EventStream): Reader =>
  readerOfSharedAnswer({
    reader: stream,
    present: (part) =>
      inTenant(ports.database, actor, async (trx) => {
        if (part.type === 'data-sources') return await sourcesFor(trx, actor, turnId, part)
        if (part.type === 'data-table') return await tableFor(trx, actor, part)
        return part.type === 'finish' && !(await seesCost(trx, actor, turnId)) ? withoutCost(part) : part
      }),
    onFailure: (error) =>
      ports.log.warn(
        { event: 'answer.read_failed', err: error, turnId },
        'Could not present the sources of an answer; disconnecting the reader',
      ),
  })

/** Whether a reader sees what an answer cost: its asker, and the owner of its chat. */
async function seesCost(trx: TenantTransaction, actor: Actor, turnId: TurnId): Promise<boolean> {
  const turn = await loadTurn(trx, actor.accountId, turnId)
  if (!turn || turn.asked_by === actor.userId) return turn !== null
  return (await requireChat(trx, actor, turn.chat_id, 'read')).relation === 'owner'
}

const withoutCost = (part: Extract<StreamPart, { type: 'finish' }>): StreamPart => ({
  ...part,
  messageMetadata: { ...part.messageMetadata, creditsCharged: null },
})

async function sourcesFor(
  trx: TenantTransaction,
  actor: Actor,
  turnId: TurnId,
  event: Extract<StreamPart, { type: 'data-sources' }>,
): Promise<StreamPart> {
  const turn = await loadTurn(trx, actor.accountId, turnId)
  const sources = { type: 'sources' as const, id: event.id, ...event.data }
  const attached = turn ? await attachedTo(trx, actor, turn) : []
  const [shown] = partsFor([sources], await openSourcesIn(trx, actor, [[sources]], attached))
  if (shown?.type !== 'sources') return fail('INTERNAL')
  const { type: _type, id: _id, ...data } = shown
  return { ...event, data }
}

async function tableFor(
  trx: TenantTransaction,
  actor: Actor,
  event: Extract<StreamPart, { type: 'data-table' }>,
): Promise<StreamPart> {
  const table = { type: 'table' as const, id: event.id, ...event.data }
  const [shown] = partsFor([table], await openSourcesIn(trx, actor, [[table]], []))
  if (shown?.type !== 'table') return fail('INTERNAL')
  const { type: _type, id: _id, ...data } = shown
  return { ...event, data }
}

/** Replays an ended turn whose log is gone from its stored parts; every event has the number of the last. */
async function replay(
  ports: AnswerPorts,
  actor: Actor,
  turn: StoredTurn,
  fromTheStart: boolean,
): Promise<string> {
  const { choices, openFiles } = await inTenant(ports.database, actor, async (trx) => ({
    choices: await choicesOf(trx, actor.accountId, [turn.id]),
    openFiles: await openSourcesIn(trx, actor, [turn.parts], await attachedTo(trx, actor, turn)),
  }))
  const shown = partsFor(turn.parts, openFiles)
  const parts = fromTheStart ? shown.flatMap((part) => replayed(turn.chat_id, part)) : []
  const errorCode = errorCodes.find((code) => code === turn.error_code) ?? null
  return [
    ...(fromTheStart ? [startOf(turn, choices.get(turn.id) ?? null)] : []),
    ...parts,
    ...(turn.state === 'failed' && errorCode
      ? [{ type: 'error' as const, errorText: definitionOf(errorCode).message }]
      : []),
    {
      type: 'finish' as const,
      messageMetadata: {
        state: turn.state === 'open' ? ('interrupted' as const) : turn.state,
        errorCode,
        retryAfterSeconds: turn.retry_after_seconds,
        usage: turn.usage,
        creditsCharged: credits(turn.credits_charged_milli ?? 0),
        endedAt: (turn.ended_at ?? turn.started_at).toISOString(),
      },
    },
  ]
    .map((part) => frame(turn.last_event_id, part))
    .join('')
}

async function attachedTo(
  trx: TenantTransaction,
  { accountId }: Actor,
  { question_message_id: messageId }: StoredTurn,
): Promise<FileId[]> {
  const attached = await attachmentsOf(trx, accountId, [messageId])
  return [...attached.values()].flatMap((files) => files.map(({ id }) => id))
}

const startOf = (turn: StoredTurn, choice: AnswerChoice | null): StreamPart => ({
  type: 'start',
  messageId: turn.id,
  messageMetadata: {
    turnId: turn.id,
    chatId: turn.chat_id,
    modelId: turn.model_id ?? '',
    modelName: turn.model_name ?? '',
    sandbox: turn.sandbox,
    choice,
    pictureOptions: turn.picture_options,
    startedAt: turn.started_at.toISOString(),
  },
})

function replayed(chatId: ChatId, part: AnswerPart): StreamPart[] {
  if (part.type === 'picture') return [pictureEvent(chatId, part)]
  if (part.type === 'sources') {
    const { sources, trace, unsupported } = part
    return [{ type: 'data-sources', id: 'sources', data: { sources, trace, unsupported } }]
  }
  if (part.type === 'web') {
    const { type: _type, id: _id, ...data } = part
    return [{ type: 'data-web', id: 'web', data }]
  }
  if (part.type === 'table') {
    const { type: _type, id, ...data } = part
    return [{ type: 'data-table', id, data }]
  }
  if (part.type === 'tool') {
    const { type: _type, id, ...data } = part
    return [{ type: 'data-tool', id, data }]
  }
  if (part.type === 'job') {
    const { type: _type, id: _id, ...data } = part
    return [{ type: 'data-job', id: 'job', data }]
  }
  const { type, id, text } = part
  return [
    { type: `${type}-start`, id },
    { type: `${type}-delta`, id, delta: text },
    { type: `${type}-end`, id },
  ]
}
