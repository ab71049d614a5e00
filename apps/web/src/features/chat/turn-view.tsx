import { memo } from 'react'
import { AnswerView } from './answer-view.tsx'
import { QuestionView } from './question-view.tsx'
import { continuesParent, type PathStep } from './turn-tree.ts'
import styles from './turn.module.css'

/** A question and its answer. What goes on from an interrupted answer stands directly below it. */
export const TurnView = memo(function TurnView({ step, isLast }: { step: PathStep; isLast: boolean }) {
  return (
    <article className={styles.turn} data-continues={continuesParent(step.turn) || undefined}>
      {!continuesParent(step.turn) && <QuestionView step={step} />}
      <AnswerView step={step} isLast={isLast} />
    </article>
  )
})
