import { memo, useMemo } from 'react'
import { AnswerView } from '../answer/answer-view.tsx'
import { QuestionView } from './question-view.tsx'
import type { PathStep } from '../../../entities/turns/turn-tree.ts'
import styles from './turn.module.css'

type TurnViewProps = PathStep & {
  isLast: boolean
  /** Whether it is the target of a link: highlighted for a moment. */
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

/** Links to siblings are recreated with every change of a chat; a turn only renders again when they differ. */
const isSameWalk = (before: PathStep['questions'], after: PathStep['questions']): boolean =>
  before === after ||
  (before !== null &&
    after !== null &&
    before.index === after.index &&
    before.count === after.count &&
    before.previous === after.previous &&
    before.next === after.next)
