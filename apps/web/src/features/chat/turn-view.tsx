import { memo } from 'react'
import { AnswerView } from './answer-view.tsx'
import { QuestionView } from './question-view.tsx'
import type { PathStep } from './turn-tree.ts'
import styles from './turn.module.css'

/** A question and its answer. */
export const TurnView = memo(function TurnView({ step, isLast }: { step: PathStep; isLast: boolean }) {
  return (
    <article className={styles.turn}>
      <QuestionView step={step} />
      <AnswerView step={step} isLast={isLast} />
    </article>
  )
})
