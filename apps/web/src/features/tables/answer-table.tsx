import type { ChatId, TablePart, TurnId } from '@atrium/contract'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { withPhrases } from '../../lib/phrases.ts'

const TableCard = lazy(() =>
  withPhrases(import('./table-card.tsx'), 'tables').then((module) => ({ default: module.TableCard })),
)

/** A query of an answer over spreadsheets, with its result. */
export function AnswerTable(props: { chatId: ChatId; turnId: TurnId; table: TablePart }) {
  return (
    <Suspense fallback={<Skeleton height={120} my="sm" />}>
      <TableCard {...props} />
    </Suspense>
  )
}
