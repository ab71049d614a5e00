import type { TablePart, TurnId } from '@atrium/contract'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useConversationActions } from '../../entities/turns/conversation-actions.tsx'
import { withPhrases } from '../../lib/phrases.ts'

const TableCard = lazy(() =>
  withPhrases(import('./table-card.tsx'), 'tables').then((module) => ({ default: module.TableCard })),
)

/** A query of an answer over spreadsheets, with its result. */
export function AnswerTable(props: { turnId: TurnId; table: TablePart }) {
  const { chatId } = useConversationActions()
  return (
    <Suspense fallback={<Skeleton height={120} my="sm" />}>
      <TableCard chatId={chatId} {...props} />
    </Suspense>
  )
}
