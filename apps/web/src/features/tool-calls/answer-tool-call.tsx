import type { ToolCallPart, Turn } from '@atrium/contract'
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { withPhrases } from '../../lib/phrases.ts'

const ToolCallCard = lazy(() =>
  withPhrases(import('./tool-call-card.tsx'), 'toolCalls').then((module) => ({
    default: module.ToolCallCard,
  })),
)

/** A call of an answer to a tool of a connected server. */
export function AnswerToolCall(props: { turn: Turn; call: ToolCallPart }) {
  return (
    <Suspense fallback={<Skeleton height={72} my="sm" />}>
      <ToolCallCard {...props} />
    </Suspense>
  )
}
