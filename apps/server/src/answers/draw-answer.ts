import { type PicturePart, pictureEndings } from '@atrium/contract'
import { type Attempt, faultOf } from './attempt.ts'
import { keepMadePicture } from '../attachments/index.ts'
import { holdsLease } from '../chats/index.ts'
import { readPicture, type ReadPicture } from '../files/index.ts'
import { fittingOptions, makePictures, ProviderFault, type ResolvedModel } from '../models/index.ts'
import { inTenant } from '../platform/database/index.ts'
import type { AnswerToWrite } from './open-turn.ts'
import { patiently } from './patiently.ts'
import { pictureEvent } from './picture-event.ts'
import type { AnswerPorts } from './ports.ts'
import { type Drawing, picturesToMake } from './prepare-drawing.ts'

/**
 * Lets a model make pictures: each is checked, cleaned, stored and told as soon as it is there. What is told is in storage and may
 * be read by whoever may read the chat. Never throws.
 */
export async function drawAs(
  ports: AnswerPorts,
  model: ResolvedModel,
  { turn }: Pick<AnswerToWrite, 'turn'>,
  drawing: Drawing,
): Promise<Attempt> {
  const easel: Easel = { ports, turn, drawing, drawn: 0 }
  const options = model.pictures ? fittingOptions(model.pictures, drawing.options) : drawing.options
  const order = {
    ...options,
    count: picturesToMake(drawing, options),
    prompt: drawing.prompt,
    pictures: model.seesPictures ? drawing.pictures : [],
  }
  let fault: ProviderFault | null = null
  try {
    for await (const bytes of makePictures(model, order, { signal: turn.signal })) {
      if (turn.abortReason) break
      const picture = readPicture(bytes)
      if (!picture) fault ??= notAPicture()
      else if (!(await show(easel, picture))) turn.abort('lease-lost')
    }
  } catch (error) {
    if (!turn.abortReason) fault ??= faultOf(error)
  }
  return judge(easel, fault)
}

type Easel = {
  ports: AnswerPorts
  turn: AnswerToWrite['turn']
  drawing: Drawing
  /** Pictures that were made and told. */
  drawn: number
}

const notAPicture = () =>
  new ProviderFault('PROVIDER_MALFORMED', { cause: new Error('The provider sent what is no sound picture.') })

/** Stores a picture and tells of it; false when another writer has the turn. The first brings those that were there before. */
async function show(easel: Easel, { contentType, bytes, width, height }: ReadPicture): Promise<boolean> {
  const { ports, turn, drawing } = easel
  const number = drawing.before.length + easel.drawn + 1
  const name = `${drawing.name} ${number}.${endingOf(contentType)}`
  const actor = { accountId: turn.accountId, userId: turn.userId }
  const kept = await keepMadePicture(
    ports.storage,
    { ...actor, turnId: turn.turnId },
    { name, contentType, bytes },
    (insert) =>
      patiently(() =>
        inTenant(ports.database, actor, async (trx) => {
          if (!(await holdsLease(trx, turn.lease))) return false
          await insert(trx)
          return true
        }),
      ),
  )
  if (!kept) return false
  const { id: fileId, ...facts } = kept
  if (easel.drawn === 0) for (const earlier of drawing.before) tell(easel, earlier)
  tell(easel, { type: 'picture', id: `picture-${number}`, fileId, ...facts, width, height })
  easel.drawn += 1
  return true
}

function tell({ ports, turn }: Easel, picture: PicturePart): void {
  turn.emit(pictureEvent(turn.chatId, picture))
  ports.logWriter.wake(turn, true)
}

/** How it ended: what there is stays and is paid for; what is missing can be asked for again. */
function judge({ turn, drawn }: Easel, fault: ProviderFault | null): Attempt {
  const ended = (
    state: Attempt['state'],
    errorCode: Attempt['errorCode'],
    retryAfterSeconds: number | null = null,
  ): Attempt => ({ state, errorCode, retryAfterSeconds, usage: null, isBegun: drawn > 0 })
  if (turn.abortReason === 'stopped') return ended('stopped', null)
  if (turn.abortReason) return ended('interrupted', 'ANSWER_INTERRUPTED')
  if (!fault) return ended('answered', null)
  if (drawn === 0) return ended('failed', fault.code, fault.retryAfterSeconds)
  if (fault.code === 'CONTENT_FILTERED') return ended('answered', fault.code)
  return ended('interrupted', fault.code, fault.retryAfterSeconds)
}

const endingOf = (contentType: ReadPicture['contentType']): string =>
  Object.entries(pictureEndings).find(([, type]) => type === contentType)?.[0] ?? 'png'
