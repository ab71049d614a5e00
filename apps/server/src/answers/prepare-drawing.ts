import {
  type AskQuestion,
  AUTO_MODEL_ID,
  type PictureOptions,
  type PicturePart,
  picturesIn,
  type PictureWishes,
} from '@atrium/contract'
import { type Actor, loadTurn, type StoredTurn } from '../chats/index.ts'
import { cleanFileName } from '../files/index.ts'
import {
  fittingOptions,
  pictureMilliEach,
  type PromptMessage,
  type PromptPicture,
  refusedWish,
  type ResolvedModel,
} from '../models/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import type { RoomBrief } from '../rooms/index.ts'
import { roomRules } from './build-prompt.ts'

/** Pictures that a model is to make. */
export type Drawing = {
  prompt: string
  /** Those that the question came with. */
  pictures: readonly PromptPicture[]
  options: PictureOptions
  /** Those that are there already, when an answer goes on from one that broke off. */
  before: readonly PicturePart[]
  /** What the pictures are called, without number and ending. */
  name: string
}

/** What the asker wants of pictures, and what is there already of an answer that broke off. */
type DrawingWishes = { wishes: PictureWishes; before: readonly PicturePart[] }

/** The asker's wishes; for another answer to a question, or the rest of one, those of the answer that there was. */
export async function drawingWishesOf(
  trx: TenantTransaction,
  { accountId }: Actor,
  { ask, pictureOptions }: Pick<AskQuestion, 'ask' | 'pictureOptions'>,
): Promise<DrawingWishes> {
  const earlier = ask.kind === 'question' ? null : await loadTurn(trx, accountId, ask.turnId)
  return wishesAfter(ask.kind === 'continue', earlier, pictureOptions)
}

export const wishesAfter = (
  isContinued: boolean,
  earlier: Pick<StoredTurn, 'parts' | 'picture_options'> | null,
  asked?: PictureWishes | null,
): DrawingWishes => ({
  wishes: asked ?? earlier?.picture_options ?? {},
  before: isContinued && earlier ? picturesIn(earlier.parts) : [],
})

/** Refuses what the chosen model does not offer; Auto takes of it what its choice can do. */
export function refuseImpossibleWishes(
  model: ResolvedModel,
  { modelId, pictureOptions }: Pick<AskQuestion, 'modelId' | 'pictureOptions'>,
): void {
  if (!pictureOptions || modelId === AUTO_MODEL_ID) return
  if (!model.pictures)
    fail('INVALID_INPUT', {
      issues: [{ path: 'body.pictureOptions', message: 'This model makes no pictures.' }],
    })
  const refused = refusedWish(model.pictures, pictureOptions)
  if (refused)
    fail('INVALID_INPUT', {
      issues: [{ path: `body.pictureOptions.${refused.field}`, message: refused.message }],
    })
}

/** What a model is asked to draw; null for one that writes. */
export function prepareDrawing(
  model: ResolvedModel,
  prompt: readonly PromptMessage[],
  room: RoomBrief,
  { wishes, before }: DrawingWishes,
): Drawing | null {
  if (!model.pictures) return null
  const question = prompt.at(-1)
  const text = question?.text ?? ''
  return {
    prompt: picturePrompt(prompt.slice(1, -1), room, text),
    pictures: question?.pictures ?? [],
    options: fittingOptions(model.pictures, wishes),
    before,
    name: nameOf(text),
  }
}

/** How many are still to be made. At least one: an answer that has them all is not gone on with. */
export const picturesToMake = (
  { before }: Pick<Drawing, 'before'>,
  { count }: Pick<PictureOptions, 'count'>,
): number => Math.max(1, count - before.length)

/** What the pictures cost at most, in thousandths of a credit. */
export const mostDrawingCanCost = (
  model: Pick<ResolvedModel, 'pictures'>,
  drawing: Pick<Drawing, 'before' | 'options'>,
): number =>
  model.pictures
    ? pictureMilliEach(model.pictures, drawing.options.size) * picturesToMake(drawing, drawing.options)
    : 0

const backgroundExchanges = 3
const backgroundCharacters = 600

/**
 * The question, and before it, where there is any, what the room's admins want and what was said last: 'draw it' needs to be
 * understood. A question without either is sent as it is.
 */
function picturePrompt(history: readonly PromptMessage[], room: RoomBrief, question: string): string {
  const said = history
    .slice(-2 * backgroundExchanges)
    .map(({ role, text }) => `${role === 'user' ? 'Asked' : 'Answered'}: ${excerpt(text)}`)
  const before = [
    ...roomRules(room),
    ...(said.length > 0
      ? ['', 'For background only, what was said before in the conversation:', ...said]
      : []),
  ]
  return before.length === 0 ? question : [...before, '', 'What to make:', question].join('\n').trim()
}

const excerpt = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, backgroundCharacters)

/** The beginning of the question, as it can be the name of a file on every system. */
const nameOf = (question: string): string =>
  cleanFileName(
    question
      .replaceAll(/[\p{C}\\/:*?"<>|.]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 60),
  ) || 'picture'
