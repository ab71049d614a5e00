import type { AccountId, ChatDetails, TurnId } from '@atrium/contract'
import { lazy, Suspense, useImperativeHandle, type Ref } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { OutlinedTurn } from './outlined-turn.tsx'
import { TurnView } from './turn-view.tsx'
import { type BranchStep, rowOf } from '../../../entities/turns/turn-tree.ts'
import { useTurnLoading } from './use-turn-loading.ts'
import { useTurnRows } from './use-turn-rows.ts'
import styles from './turns.module.css'

const ComparedTurns = lazy(() =>
  import('../comparison/compared-turns.tsx').then((module) => ({ default: module.ComparedTurns })),
)

const SummaryDivider = lazy(() =>
  import('./summary-divider.tsx').then((module) => ({ default: module.SummaryDivider })),
)

/** Moves to turns of a conversation from other components. */
export type TurnsHandle = {
  /** Scrolls a turn to the top and focuses it. */
  jumpTo: (turnId: TurnId) => void
  /** Scrolls to a turn and keeps the focus. */
  reveal: (turnId: TurnId) => void
  /** The turn that is read now. */
  turnInView: () => TurnId | null
}

type TurnsProps = {
  accountId: AccountId
  details: ChatDetails | null
  path: readonly BranchStep[]
  /** The turn to open at, instead of the end. */
  openAt: TurnId | null
  /** The scrolling element; null until it exists. */
  scroller: HTMLElement | null
  ref: Ref<TurnsHandle>
}

/**
 * The turns of the visible branch, virtualized. A silent log for screen readers: announcements are made sentence by sentence
 * elsewhere.
 */
export function Turns({ accountId, details, path, openAt, scroller, ref }: TurnsProps) {
  const { t } = useTranslation('longChat')
  const rows = useTurnRows({ path, openAt, scroller })
  const loading = useTurnLoading({
    accountId,
    chatId: details?.chatId ?? null,
    path,
    indexes: rows.items.map(({ index }) => index),
  })
  useImperativeHandle(ref, () => ({ jumpTo: rows.jumpTo, reveal: rows.reveal, turnInView: rows.turnInView }))
  const summary = details === null ? null : lastSummaryOn(details, path)
  return (
    <div
      ref={rows.listRef}
      className={styles.turns}
      role="log"
      aria-live="off"
      aria-label={t('messages')}
      style={{ minBlockSize: rows.height }}
    >
      {rows.items.map(({ index, gap }) => {
        const step = path[index]
        if (step === undefined) return null
        const { outline, turn, questions, answers, compared } = step
        return (
          <div
            key={rowOf(step)}
            ref={rows.measure}
            data-index={index}
            data-turn={outline.turnId}
            className={styles.row}
            style={{ marginBlockStart: gap }}
            tabIndex={-1}
          >
            {turn === null ? (
              <OutlinedTurn
                words={outline.words}
                hasFailed={loading.failedAt !== null}
                onRetry={loading.retry}
              />
            ) : compared !== null ? (
              <Suspense
                fallback={<OutlinedTurn words={outline.words} hasFailed={false} onRetry={loading.retry} />}
              >
                <ComparedTurns
                  turn={turn}
                  questions={questions}
                  compared={compared}
                  isLast={index === path.length - 1}
                  isFound={outline.turnId === openAt}
                />
              </Suspense>
            ) : (
              <TurnView
                turn={turn}
                questions={questions}
                answers={answers}
                isLast={index === path.length - 1}
                isFound={outline.turnId === openAt}
              />
            )}
            {summary !== null && summary.turnId === outline.turnId && (
              <Suspense>
                <SummaryDivider
                  accountId={accountId}
                  summary={summary}
                  isPutAside={details?.sendsAll ?? false}
                />
              </Suspense>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** The summary sent on this branch: the one that covers the most turns. */
function lastSummaryOn({ summaries }: ChatDetails, path: readonly BranchStep[]) {
  if (summaries.length === 0) return null
  const byTurn = new Map(summaries.map((summary) => [summary.turnId, summary]))
  const step = path.findLast(({ outline }) => byTurn.has(outline.turnId))
  return step === undefined ? null : (byTurn.get(step.outline.turnId) ?? null)
}
