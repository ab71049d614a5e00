import {
  type AccountId,
  type AnswerPart,
  answerText,
  type ChatLinkId,
  type FileId,
  type LinkedSource,
  type LinkedTurn,
  type Mention,
  type UserId,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { openSourcesIn } from '../open-sources.ts'

type LinkedRow = {
  authorName: string
  question: string
  mentions: Mention[]
  askedAt: Date
  parts: AnswerPart[]
  modelName: string | null
  sandbox: boolean
  state: LinkedTurn['state']
  leftOutCount: number
}

/**
 * Returns the title and turns of a link's copy for a member of its account or (null) somebody else: they see no names of people and files,
 * and no passages. Members see the passages of files that they may open now.
 */
export async function readLinkedTurns(
  trx: TenantTransaction,
  { accountId, id, title }: { accountId: AccountId; id: ChatLinkId; title: string },
  memberId: UserId | null,
): Promise<{ title: string; turns: LinkedTurn[] }> {
  const found = await sql<LinkedRow>`
    select identity_user.name as "authorName", linked.question, linked.mentions, linked.asked_at as "askedAt", linked.parts,
      linked.model_name as "modelName", linked.sandbox, linked.state, linked.left_out_count as "leftOutCount"
    from chat_link_turn as linked join identity_user on identity_user.id = linked.author_id
    where linked.account_id = ${accountId} and linked.link_id = ${id} order by linked.position`.execute(trx)
  const answers = found.rows.map(({ parts }) => parts)
  const openFiles =
    memberId === null
      ? new Set<FileId>()
      : await openSourcesIn(trx, { accountId, userId: memberId }, answers, [])
  const turns = found.rows.map(({ authorName, question, mentions, askedAt, parts, ...row }) => ({
    ...row,
    authorName: memberId === null ? null : authorName,
    question: memberId === null ? withoutNames(question, mentions) : question,
    askedAt: askedAt.toISOString(),
    answer: answerText(parts),
    sources: parts.flatMap((part) => sourcesOf(part, openFiles)),
  }))
  return { title: memberId === null ? withoutMentions(title, found.rows) : title, turns }
}

/** A title is often made from the first question, with its mentions. */
const withoutMentions = (title: string, rows: readonly Pick<LinkedRow, 'question' | 'mentions'>[]): string =>
  rows
    .flatMap(({ question, mentions }) =>
      mentions.flatMap(({ kind, start, length }) =>
        kind === 'model' ? [] : question.slice(start, start + length),
      ),
    )
    .reduce((changed, mention) => changed.replaceAll(mention, '@…').replaceAll(mention.slice(1), '…'), title)

/** Replaces mentioned people and files by `@…`. */
const withoutNames = (text: string, mentions: readonly Mention[]): string =>
  mentions
    .toReversed()
    .reduce(
      (changed, { kind, start, length }) =>
        kind === 'model' ? changed : `${changed.slice(0, start)}@…${changed.slice(start + length)}`,
      text,
    )

/** A document that was attached to a question isn't part of the copy, so nobody can open it here. */
function sourcesOf(part: AnswerPart, openFiles: ReadonlySet<FileId>): LinkedSource[] {
  if (part.type === 'web')
    return part.sources.map(({ number, title, url, text }) => ({ number, name: title, excerpt: text, url }))
  if (part.type !== 'sources') return []
  return part.sources.map(({ number, fileId, fileName, excerpt, of }) =>
    of.kind !== 'question' && openFiles.has(fileId)
      ? { number, name: fileName, excerpt, url: null }
      : { number, name: null, excerpt: null, url: null },
  )
}
