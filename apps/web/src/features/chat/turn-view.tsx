import { memo, useEffect, useRef } from 'react'
import { AnswerView } from './answer-view.tsx'
import { QuestionView } from './question-view.tsx'
import type { PathStep } from './turn-tree.ts'
import styles from './turn.module.css'

type TurnViewProps = {
  step: PathStep
  isLast: boolean
  /** It is what somebody came for: it is scrolled to and stands out for a moment. */
  isFound: boolean
}

/** A question and its answer. */
export const TurnView = memo(function TurnView({ step, isLast, isFound }: TurnViewProps) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isFound) article.current?.scrollIntoView({ block: 'start' })
  }, [isFound])
  return (
    <article ref={article} className={styles.turn} data-found={isFound || undefined}>
      <QuestionView step={step} />
      <AnswerView step={step} isLast={isLast} />
    </article>
  )
})
