import { type PicturePart, pictureEndings } from '@atrium/contract'
import { type Attempt, faultOf } from './attempt.ts'
import { keepMadePicture } from '../../attachments/index.ts'
import { holdsLease } from '../../chats/index.ts'
import { readPicture, type ReadPicture } from '../../files/index.ts'
import {
  fittingOptions,
  makePictures,
  ProviderFault,
  type ResolvedModel,
  retryIterating,
} from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import type { AnswerToWrite } from './answer-to-write.ts'
import { withRetry } from '../close/retry-database.ts'
import { pictureEvent } from './picture-event.ts'
import type { AnswerPorts } from '../ports.ts'
import { type Drawing, picturesToMake } from '../plan/prepare-drawing.ts'
import { emitRetry } from './emit-retry.ts'

/**
 * Makes a model generate pictures; checks, cleans, stores and publishes each on arrival. A published picture is in storage, open
 * to the readers of the chat. Never throws.
 */
export async function drawAs(
  ports: AnswerPorts,
  model: ResolvedModel,
  { turn }: Pick<AnswerToWrite, 'turn'>,
  drawing: Drawing,
): Promise<Attempt> {
  const options = model.pictures ? fittingOptions(model.pictures, drawing.options) : drawing.options
  const order = {
    ...options,
    count: picturesToMake(drawing, options),
    prompt: drawing.prompt,
    pictures: model.seesPictures ? drawing.pictures : [],
  }
  const easel: Easel = { ports, turn, drawing, wanted: order.count, drawn: 0 }
  if (order.count === 0) return judge(easel, null)
  let fault: ProviderFault | null = null
  const span = turn.trace?.span.child(`generate_content ${model.modelId}`, 'client')
  span?.set({
    'gen_ai.operation.name': 'generate_content',
    'gen_ai.provider.name': model.protocol,
    'gen_ai.request.model': model.modelId,
  })
  try {
    const { signal } = turn
    const made = retryIterating(() => makePictures(model, order, { signal }), {
      withinMs: model.silenceLimitMs,
      signal,
      onRetry: (retry) => emitRetry(ports, turn, retry),
    })
    for await (const bytes of made) {
      if (turn.abortReason) break
      const picture = readPicture(bytes)
      if (!picture) fault ??= notAPicture()
      else if (!(await show(easel, picture))) turn.abort('lease-lost')
    }
  } catch (error) {
    if (!turn.abortReason) fault ??= faultOf(error)
  } finally {
    span?.set({ 'atrium.call.state': fault ? 'failed' : turn.abortReason ? 'stopped' : 'completed' })
    if (fault) span?.fail(fault.code)
    span?.end()
  }
  return judge(easel, fault)
}

type Easel = {
  ports: AnswerPorts
  turn: AnswerToWrite['turn']
  drawing: Drawing
  /** Number of pictures to generate here. */
  wanted: number
  /** Number of pictures generated and published here. */
  drawn: number
}

const notAPicture = () =>
  new ProviderFault('PROVIDER_MALFORMED', { cause: new Error('The provider did not send a valid picture.') })

/** Stores and publishes a picture; false when another writer has the turn. Publishes earlier pictures before the first. */
async function show(easel: Easel, { contentType, bytes, width, height }: ReadPicture): Promise<boolean> {
  const { ports, turn, drawing } = easel
  const number = drawing.before.length + drawing.made.length + easel.drawn + 1
  const name = `${drawing.name} ${number}.${endingOf(contentType)}`
  const actor = { accountId: turn.accountId, userId: turn.userId }
  const kept = await keepMadePicture(
    ports.storage,
    { ...actor, turnId: turn.turnId },
    { name, contentType, bytes },
    (insert) =>
      withRetry(() =>
        inTenant(ports.database, actor, async (trx) => {
          if (!(await holdsLease(trx, turn.lease))) return false
          await insert(trx)
          return true
        }),
      ),
  )
  if (!kept) return false
  const { id: fileId, ...facts } = kept
  // The earlier writer has published this answer's previous pictures.
  if (easel.drawn + drawing.made.length === 0)
    for (const earlier of drawing.before) emitPicture(easel, earlier)
  emitPicture(easel, { type: 'picture', id: `picture-${number}`, fileId, ...facts, width, height })
  easel.drawn += 1
  return true
}

function emitPicture({ ports, turn }: Easel, picture: PicturePart): void {
  turn.emit(pictureEvent(turn.chatId, picture))
  ports.logWriter.wake(turn, true)
}

/** The outcome: finished pictures stay and are paid for; missing ones can be requested again. */
function judge({ turn, drawing, wanted, drawn }: Easel, fault: ProviderFault | null): Attempt {
  const hasStarted = drawn + drawing.made.length > 0
  const isWhole = drawn >= wanted && turn.abortReason === 'handed-over'
  const ended = (
    state: Attempt['state'],
    errorCode: Attempt['errorCode'],
    retryAfterSeconds: number | null = null,
  ): Attempt => ({ state, errorCode, retryAfterSeconds, usage: null, hasStarted })
  if (turn.abortReason === 'stopped') return ended('stopped', null)
  if (turn.abortReason && !isWhole) return ended('interrupted', 'ANSWER_INTERRUPTED')
  if (!fault) return ended('answered', null)
  if (!hasStarted) return ended('failed', fault.code, fault.retryAfterSeconds)
  if (fault.code === 'CONTENT_FILTERED') return ended('answered', fault.code)
  return ended('interrupted', fault.code, fault.retryAfterSeconds)
}

const endingOf = (contentType: ReadPicture['contentType']): string =>
  Object.entries(pictureEndings).find(([, type]) => type === contentType)?.[0] ?? 'png'
