import {
  AUTO_MODEL_ID,
  type PictureOptions,
  type PicturePart,
  picturesIn,
  type PictureWishes,
} from '@atrium/contract'
import type { StoredTurn } from '../../chats/index.ts'
import { cleanFileName } from '../../files/index.ts'
import {
  fittingOptions,
  pictureMilliEach,
  type PromptMessage,
  type PromptPicture,
  unsupportedOption,
  type ResolvedModel,
} from '../../models/index.ts'
import { fail } from '../../platform/failure.ts'
import type { RoomBrief } from '../../rooms/index.ts'
import { roomRules } from './build-prompt.ts'

/** Pictures for a model to generate. */
export type Drawing = {
  prompt: string
  /** Pictures attached to the question. */
  pictures: readonly PromptPicture[]
  options: PictureOptions
  /** Finished pictures of the interrupted answer that this one continues. */
  before: readonly PicturePart[]
  /** Pictures of this same answer that a stopped process made. */
  made: readonly PicturePart[]
  /** File name of the pictures, without number and extension. */
  name: string
}

/** The asker's picture options, and the finished pictures of an interrupted or handed-over answer. */
export type RequestedDrawing = {
  options: PictureWishes
  before: readonly PicturePart[]
  made?: readonly PicturePart[]
}

/** The asker's picture options, or those of the answer that is regenerated or continued. */
export const requestedDrawing = (
  isContinued: boolean,
  earlier: Pick<StoredTurn, 'parts' | 'picture_options'> | null,
  asked?: PictureWishes | null,
): RequestedDrawing => ({
  options: asked ?? earlier?.picture_options ?? {},
  before: isContinued && earlier ? picturesIn(earlier.parts) : [],
})

/** Refuses options that the chosen model does not offer; Auto uses those that fit. */
export function refuseUnsupportedOptions(
  model: ResolvedModel,
  { modelId, pictureOptions }: { modelId: string; pictureOptions?: PictureWishes | undefined },
): void {
  if (!pictureOptions || modelId === AUTO_MODEL_ID) return
  if (!model.pictures)
    fail('INVALID_INPUT', {
      issues: [{ path: 'body.pictureOptions', message: 'This model makes no pictures.' }],
    })
  const refused = unsupportedOption(model.pictures, pictureOptions)
  if (refused)
    fail('INVALID_INPUT', {
      issues: [{ path: `body.pictureOptions.${refused.field}`, message: refused.message }],
    })
}

/** The drawing request for a model; null for a text model. */
export function prepareDrawing(
  model: ResolvedModel,
  prompt: readonly PromptMessage[],
  room: RoomBrief,
  { options, before, made = [] }: RequestedDrawing,
): Drawing | null {
  if (!model.pictures) return null
  const question = prompt.at(-1)
  const text = question?.text ?? ''
  return {
    prompt: picturePrompt(prompt.slice(1, -1), room, text),
    pictures: question?.pictures ?? [],
    options: fittingOptions(model.pictures, options),
    before,
    made,
    name: nameOf(text),
  }
}

/** Number of pictures still to generate: at least one, unless a stopped process had made them all. */
export const picturesToMake = (
  { before, made }: Pick<Drawing, 'before' | 'made'>,
  { count }: Pick<PictureOptions, 'count'>,
): number => Math.max(made.length > 0 ? 0 : 1, count - before.length - made.length)

/** Maximum cost of the pictures, in thousandths of a credit. */
export const maxDrawingCostOf = (
  model: Pick<ResolvedModel, 'pictures'>,
  drawing: Pick<Drawing, 'before' | 'made' | 'options'>,
): number =>
  model.pictures
    ? pictureMilliEach(model.pictures, drawing.options.size) * picturesToMake(drawing, drawing.options)
    : 0

const backgroundExchanges = 3
const backgroundCharacters = 600

/**
 * The question, preceded by the room's instructions and the last exchanges if there are any, since 'draw it' refers to them.
 * Without either, the question unchanged.
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

/** The beginning of the question as a valid file name on every system. */
const nameOf = (question: string): string =>
  cleanFileName(
    question
      .replaceAll(/[\p{C}\\/:*?"<>|.]/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .slice(0, 60),
  ) || 'picture'
