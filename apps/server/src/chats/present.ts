import {
  type AnswerPart,
  type AttachedDocument,
  type Attachment,
  type ChatItem,
  type ChatShare,
  type ErrorCode,
  type FileId,
  type Source,
  type SourcesPart,
  type TablePart,
  type Turn,
  type UserId,
  errorCodes,
  foldParts,
} from '@atrium/contract'
import type { LoggedEvent } from './turns/turn-log.ts'

/** Converts thousandths, as stored, to credits. */
export const credits = (milli: number): number => milli / 1000

export type TurnRow = {
  id: Turn['turnId']
  parent_turn_id: Turn['parentTurnId']
  position: number
  question_message_id: Turn['question']['messageId']
  question_text: string
  mentions: Turn['question']['mentions']
  canvas_ids: NonNullable<Turn['question']['canvasIds']>
  author_id: Turn['question']['authorId']
  author_name: string
  asked_by: Turn['askedById']
  asked_at: Date
  state: Turn['state']
  parts: Turn['parts']
  last_event_id: number
  requested_model_id: string
  model_id: string | null
  model_name: string | null
  sandbox: boolean
  style: Turn['style']
  continues_turn_id: Turn['continuesTurnId']
  comparison: Turn['comparison']
  error_code: string | null
  retry_after_seconds: number | null
  usage: Turn['usage']
  credits_charged_milli: number | null
  rating: Turn['rating']
  followups: Turn['followups']
  picture_options: Turn['pictureOptions']
  started_at: Date
  ended_at: Date | null
}

const knownError = (code: string | null): ErrorCode | null =>
  code === null ? null : (errorCodes.find((known) => known === code) ?? 'INTERNAL')

/** Data of a turn that is not in its row. */
type TurnCompanions = {
  logged: LoggedEvent[]
  choice: Turn['choice']
  attachments?: readonly Attachment[]
  documents?: AttachedDocument[]
  /** The files of its sources that the reader may open. */
  openFiles: ReadonlySet<FileId>
  /** Whether the reader sees what the answer cost. */
  showsCost: boolean
}

/** A turn as clients see it; an open one has the parts in its log so far. */
export function presentTurn(
  row: TurnRow,
  { logged, choice, attachments = [], documents = [], openFiles, showsCost }: TurnCompanions,
): Turn {
  const isOpen = row.state === 'open'
  const parts = isOpen ? foldParts(logged.map((event) => event.part)) : row.parts
  return {
    turnId: row.id,
    parentTurnId: row.parent_turn_id,
    position: row.position,
    question: {
      messageId: row.question_message_id,
      text: row.question_text,
      attachments: attachments.map(({ id, name, contentType, sizeBytes }) => ({
        id,
        name,
        contentType,
        sizeBytes,
      })),
      documents,
      mentions: row.mentions,
      ...(row.canvas_ids.length > 0 && { canvasIds: row.canvas_ids }),
      authorId: row.author_id,
      authorName: row.author_name,
      askedAt: row.asked_at.toISOString(),
    },
    askedById: row.asked_by,
    state: row.state,
    parts: partsFor(parts, openFiles),
    lastEventId: isOpen ? (logged.at(-1)?.eventId ?? 0) : row.last_event_id,
    requestedModelId: row.requested_model_id,
    modelId: row.model_id,
    modelName: row.model_name,
    sandbox: row.sandbox,
    choice,
    pictureOptions: row.picture_options,
    style: row.style,
    continuesTurnId: row.continues_turn_id,
    comparison: row.comparison,
    errorCode: knownError(row.error_code),
    retryAfterSeconds: row.retry_after_seconds,
    usage: row.usage,
    creditsCharged:
      row.credits_charged_milli === null || !showsCost ? null : credits(row.credits_charged_milli),
    rating: row.rating,
    followups: row.followups,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

/**
 * The parts of an answer as a reader may see them: sources in files that they may not open keep only their numbers, and queries over
 * such files have neither statement nor result.
 */
export const partsFor = (parts: readonly AnswerPart[], openFiles: ReadonlySet<FileId>): AnswerPart[] =>
  parts.map((part) => {
    if (part.type === 'sources') return sourcesFor(part, openFiles)
    return part.type === 'table' ? tableFor(part, openFiles) : part
  })

function tableFor(part: TablePart, openFiles: ReadonlySet<FileId>): TablePart {
  const isOpen = ({ fileId }: { fileId: FileId }) => openFiles.has(fileId)
  if (part.files.every(isOpen)) return part
  const files = part.files.map((file) => (isOpen(file) ? file : { ...file, fileName: '' }))
  const nothing = { title: '', sql: '', detail: '', columns: [], rows: [], rowCount: 0 }
  return { ...part, ...nothing, files, isHidden: true }
}

function sourcesFor(part: SourcesPart, openFiles: ReadonlySet<FileId>): SourcesPart {
  const isOpen = ({ fileId }: { fileId: FileId }) => openFiles.has(fileId)
  const { wholeFiles, unreadFiles } = part.trace
  return {
    ...part,
    sources: part.sources.map((source) =>
      isOpen(source)
        ? source
        : { ...source, fileName: '', place: {}, excerpt: '', of: withoutName(source.of) },
    ),
    trace: {
      ...part.trace,
      wholeFiles: wholeFiles.filter(isOpen),
      unreadFiles: unreadFiles.filter(isOpen),
    },
  }
}

const withoutName = (of: Source['of']): Source['of'] => (of.kind === 'base' ? { ...of, name: '' } : of)

export type ChatItemRow = {
  id: ChatItem['chatId']
  title: string
  room_id: ChatItem['roomId']
  asked_at: Date
  question_count: number
  credits_used_milli: number
  owner_id: UserId
  share: ChatShare
  read_only: boolean
  owner_name: string
  owner_picture: string | null
  is_answering: boolean
  is_starred: boolean
  is_unseen: boolean
  is_fork: boolean
  labels: ChatItem['labels']
}

export const presentChatItem = (row: ChatItemRow): ChatItem => ({
  chatId: row.id,
  chatTitle: row.title,
  isShared: row.share !== 'none',
  sharedBy: row.share === 'none' ? null : row.owner_id,
  readOnly: row.read_only,
  userProfileUrl: row.owner_picture,
  userName: row.owner_name,
  roomId: row.room_id,
  date: row.asked_at.toISOString(),
  questionCount: row.question_count,
  creditsUsed: credits(row.credits_used_milli),
  isAnswering: row.is_answering,
  isStarred: row.is_starred,
  isUnseen: row.is_unseen,
  isFork: row.is_fork,
  labels: row.labels,
})
