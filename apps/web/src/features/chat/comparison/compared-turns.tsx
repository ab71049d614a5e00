import type { Turn } from '@atrium/contract'
import { memo, useId, useState } from 'react'
import { useRunningAnswer } from '../../../entities/chats/live-answers.ts'
import type { ComparedStep, PathStep } from '../../../entities/turns/turn-tree.ts'
import { stored } from '../../../lib/stored.ts'
import { oneOf } from '../../../lib/text/parse.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { useWideScreen } from '../../../lib/wide-screen.ts'
import { AnswerView } from '../answer/answer-view.tsx'
import { SandboxBanner } from '../screen/sandbox-banner.tsx'
import { QuestionView } from '../transcript/question-view.tsx'
import turnStyles from '../transcript/turn.module.css'
import { ComparedColumn } from './compared-column.tsx'
import { ComparedTabs } from './compared-tabs.tsx'
import styles from './comparison.module.css'

/** Whether the columns of this person's comparisons scroll together, with the page, or each on its own. */
const storedScroll = stored('comparisonScroll', oneOf('together', 'apart'))

type ComparedTurnsProps = Pick<PathStep, 'turn' | 'questions'> & {
  compared: readonly ComparedStep[]
  isLast: boolean
  isFound: boolean
}

/** A question and the answers of several models to it: columns, or tabs where space is limited. */
export const ComparedTurns = memo(
  function ComparedTurns({ turn, questions, compared, isLast, isFound }: ComparedTurnsProps) {
    // Refused as a whole: every column would say the same.
    const isRefused = (useRunningAnswer(turn.turnId)?.refusal ?? null) !== null
    return (
      <article className={turnStyles.turn} data-found={isFound || undefined}>
        <QuestionView step={{ turn, questions, answers: null }} />
        {isRefused ? (
          <AnswerView step={{ turn, questions, answers: null }} isLast={isLast} isCompared />
        ) : (
          <Comparison activeId={turn.turnId} compared={compared} isLast={isLast} />
        )}
      </article>
    )
  },
  (before, after) =>
    before.turn === after.turn &&
    before.isLast === after.isLast &&
    before.isFound === after.isFound &&
    before.questions?.index === after.questions?.index &&
    before.questions?.count === after.questions?.count &&
    before.compared.length === after.compared.length &&
    before.compared.every((one, index) => isSameColumn(one, after.compared[index])),
)

const isSameColumn = (before: ComparedStep, after: ComparedStep | undefined): boolean =>
  before.turn === after?.turn &&
  before.answers?.index === after?.answers?.index &&
  before.answers?.count === after?.answers?.count

type ComparisonProps = {
  activeId: Turn['turnId']
  compared: readonly ComparedStep[]
  isLast: boolean
}

function Comparison({ activeId, compared, isLast }: ComparisonProps) {
  const { t } = useTranslation('chat')
  const isWide = useWideScreen()
  const title = useId()
  const [scroll, setScroll] = useState(() => storedScroll.read() ?? 'together')
  const isApart = scroll === 'apart'
  const choose = (apart: boolean) => {
    const chosen = apart ? 'apart' : 'together'
    setScroll(chosen)
    storedScroll.write(chosen)
  }
  const hasSandbox = compared.some(({ turn }) => turn?.sandbox)
  return (
    <section aria-labelledby={title} className={styles.comparison} data-columns={compared.length}>
      <header className={styles.head}>
        <h3 id={title} className={styles.title}>
          {t('compare.title', { count: compared.length })}
        </h3>
        {isWide && (
          <label className={styles.toggle}>
            <input
              type="checkbox"
              role="switch"
              aria-checked={isApart}
              checked={isApart}
              onChange={(event) => choose(event.currentTarget.checked)}
            />
            {t('compare.scrollApart')}
          </label>
        )}
      </header>
      {hasSandbox && <SandboxBanner />}
      {isWide ? (
        <div className={styles.columns}>
          {compared.map((one) => (
            <ComparedColumn
              key={one.column}
              compared={one}
              isActive={one.outline.turnId === activeId}
              isLast={isLast}
              isApart={isApart}
            />
          ))}
        </div>
      ) : (
        <ComparedTabs compared={compared} activeId={activeId} isLast={isLast} />
      )}
    </section>
  )
}
