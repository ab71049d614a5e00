import {
  type AnswerPart,
  answerText,
  type FileId,
  type MessageId,
  modifierNames,
  type Modifiers,
  picturesIn,
} from '@atrium/contract'
import type { BranchTurn, EarlierPart } from '../chats/index.ts'
import type { PromptMessage, PromptPicture } from '../models/index.ts'
import type { RoomBrief } from '../rooms/index.ts'

export type PromptMaterial = {
  /** Today, as the model is told it: an ISO date. */
  today: string
  room: RoomBrief
  /** What whoever asks wants of the answers in this chat. */
  modifiers: Modifiers
  /** What stands for the turns before `history`, where those are not sent themselves. */
  earlier: EarlierPart | null
  history: readonly BranchTurn[]
  messageId: MessageId
  question: string
  /** The pictures that questions came with. */
  pictures: ReadonlyMap<MessageId, readonly PromptPicture[]>
  /** Those that answers showed. */
  madePictures: ReadonlyMap<FileId, PromptPicture>
  /** The names of the room's files that questions name. */
  files: ReadonlyMap<MessageId, readonly string[]>
  /** The names of the documents that questions came with. */
  documents: ReadonlyMap<MessageId, readonly string[]>
  /** The answer so far, when the model is to go on with it; else empty. */
  writtenBefore: string
}

const standing = (today: string, room: RoomBrief, modifiers: Modifiers) =>
  [
    `You answer questions in the room ${JSON.stringify(room.name)} of a team. Today is ${today}.`,
    'Answer in the language of the question. Use Markdown; write mathematics between $ or $$ and diagrams as mermaid code blocks where they help.',
    'If you do not know something, say so.',
    ...roomRules(room),
    ...askersWishes(modifiers),
  ].join('\n')

/**
 * What the room's admins want of every answer in it (ROOM-08). Each of their lines begins with '> ', so that none can pass for a
 * part of the prompt that others write.
 */
export function roomRules({ instructions, modifiers }: RoomBrief): string[] {
  const rules = [...(instructions ? instructions.split(lineBreak) : []), ...toldModifiers(modifiers)]
  if (rules.length === 0) return []
  return [
    '',
    'The admins of the room ask you to follow these instructions, the lines marked ">", in every answer:',
    ...rules.map((line) => `> ${line}`),
  ]
}

/** How whoever asks wants the answers of this chat to be (ANS-06). What the room's admins want goes before it. */
function askersWishes(modifiers: Modifiers): string[] {
  const wishes = toldModifiers(modifiers)
  if (wishes.length === 0) return []
  return [
    '',
    'Whoever asks wants your answers to be like this, the lines marked "-", as far as the instructions of the admins allow it:',
    ...wishes.map((line) => `- ${line}`),
  ]
}

const toldModifiers = (modifiers: Modifiers): string[] =>
  modifierNames.flatMap((name) =>
    modifiers[name] ? [`${name[0]?.toUpperCase()}${name.slice(1)}: ${modifiers[name]}`] : [],
  )

/** Whatever a model may take for the end of a line. */
export const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/

const pictureNote = (count: number) =>
  count === 1 ? '[I made a picture and showed it here.]' : `[I made ${count} pictures and showed them here.]`

/** A question with the files that it names or comes with, as they are called: it says which are meant, not what is in them. */
const withFiles = (text: string, named: readonly string[], documents: readonly string[]): string =>
  [
    text,
    ...(named.length > 0 ? [`(Files of the room that this question names: ${listed(named)}.)`] : []),
    ...(documents.length > 0 ? [`(Documents that this question comes with: ${listed(documents)}.)`] : []),
  ].join('\n\n')

const listed = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(', ')

const goOn =
  'Your last answer was cut off. Continue it exactly where it stopped: repeat nothing, greet nobody, begin in the middle of the sentence if it stopped there.'

/**
 * What a summary is told as: by the asker's side, never among the instructions, since whoever wrote in the conversation has a part
 * in it.
 */
const earlierPart = ({ text, questionCount }: EarlierPart): PromptMessage => ({
  role: 'user',
  text: `What was said before in this conversation (${questionCount} questions and their answers), summarised:\n\n${text}`,
})

/** What questions and answers come with, beside their texts. */
type Companions = Pick<PromptMaterial, 'pictures' | 'madePictures' | 'files' | 'documents'>

/** One exchange of the conversation so far. */
export function exchangeOf(
  { messageId, question, parts }: BranchTurn,
  companions: Companions,
): PromptMessage[] {
  const asked = asUser(messageId, question, companions)
  const answered = answerAsTold(parts)
  if (answered === '') return [asked]
  const shown = picturesIn(parts).flatMap(({ fileId }) => companions.madePictures.get(fileId) ?? [])
  return [asked, { role: 'assistant', text: answered, ...(shown.length > 0 && { pictures: shown }) }]
}

/** What a model is told of an answer: its text, and that there were pictures. */
export function answerAsTold(parts: readonly AnswerPart[]): string {
  const made = picturesIn(parts)
  return [answerText(parts), ...(made.length > 0 ? [pictureNote(made.length)] : [])]
    .filter((text) => text !== '')
    .join('\n\n')
}

function asUser(id: MessageId, text: string, { pictures, files, documents }: Companions): PromptMessage {
  const shown = pictures.get(id)
  const told = withFiles(text, files.get(id) ?? [], documents.get(id) ?? [])
  return { role: 'user', text: told, ...(shown && { pictures: shown }) }
}

/** What a model is sent: standing instructions, the branch so far, the question. Nobody's name or address is in it (L15). */
export function buildPrompt({
  today,
  room,
  modifiers,
  earlier,
  history,
  messageId,
  question,
  writtenBefore,
  ...companions
}: PromptMaterial): PromptMessage[] {
  return [
    { role: 'system', text: standing(today, room, modifiers) },
    ...(earlier ? [earlierPart(earlier)] : []),
    ...history.flatMap((turn) => exchangeOf(turn, companions)),
    asUser(messageId, question, companions),
    ...(writtenBefore
      ? [
          { role: 'assistant' as const, text: writtenBefore },
          { role: 'user' as const, text: goOn },
        ]
      : []),
  ]
}
