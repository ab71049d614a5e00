import { memo, useMemo } from 'react'
import { AnswerView } from './answer-view.tsx'
import { QuestionView } from './question-view.tsx'
import type { PathStep } from './turn-tree.ts'
import styles from './turn.module.css'

type TurnViewProps = PathStep & {
  isLast: boolean
  /** It is what somebody came for: it stands out for a moment. */
  isFound: boolean
}

/** A question and its answer. */
export const TurnView = memo(
  function TurnView({ turn, questions, answers, isLast, isFound }: TurnViewProps) {
    const step = useMemo(() => ({ turn, questions, answers }), [turn, questions, answers])
    return (
      <article className={styles.turn} data-found={isFound || undefined}>
        <QuestionView step={step} />
        <AnswerView step={step} isLast={isLast} />
      </article>
    )
  },
  (before, after) =>
    before.turn === after.turn &&
    before.isLast === after.isLast &&
    before.isFound === after.isFound &&
    isSameWalk(before.questions, after.questions) &&
    isSameWalk(before.answers, after.answers),
)

/** Walks are made anew with every change of a chat; a turn is drawn again only for one that leads elsewhere. */
const isSameWalk = (before: PathStep['questions'], after: PathStep['questions']): boolean =>
  before === after ||
  (before !== null &&
    after !== null &&
    before.index === after.index &&
    before.count === after.count &&
    before.previous === after.previous &&
    before.next === after.next)
