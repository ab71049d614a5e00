import type { CheckRun } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Button, Progress, Select } from '@mantine/core'
import { IconPlayerPlay, IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import type { RoomPlace } from '../../entities/files/context-files.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { commaList } from '../../lib/text/comma-list.ts'
import styles from './knowledge-check.module.css'
import { checkChanges, questionsQuery, runsQuery } from './queries.ts'
import { RunReport } from './run-report.tsx'

/** The results of the latest run compared with the previous one, and a button to run now. */
export function Runs({ place }: { place: RoomPlace }) {
  const { t } = useTranslation('knowledgeCheck')
  const runs = useQuery(runsQuery(place))
  const running = runs.data?.find(({ status }) => status === 'RUNNING')
  return (
    <section className={styles.section} aria-labelledby="check-runs">
      <div className={styles.sectionHead}>
        <h2 id="check-runs" className={styles.sectionTitle}>
          {t('run.title')}
        </h2>
        <RunNow place={place} running={running} />
      </div>
      <Loaded
        compact
        query={runs}
        skeleton={<SkeletonRows count={3} label={t('loading')} />}
        failed={t('failed')}
      >
        {(all) => <EndedRuns place={place} runs={all.filter(({ status }) => status !== 'RUNNING')} />}
      </Loaded>
    </section>
  )
}

function RunNow({ place, running }: { place: RoomPlace; running: CheckRun | undefined }) {
  const { t } = useTranslation('knowledgeCheck')
  const { data: questions } = useQuery(questionsQuery(place))
  const [isStarting, setStarting] = useState(false)
  const start = async () => {
    setStarting(true)
    await showOutcome(checkChanges(place).run(), t('run.started'))
    setStarting(false)
  }
  if (running) {
    const { askedCount: asked, questionCount: total } = running
    const label = t('run.running', { asked, total })
    return (
      <div className={styles.running} role="status">
        <span>{label}</span>
        <Progress value={total > 0 ? (asked / total) * 100 : 0} size="sm" aria-label={label} animated />
      </div>
    )
  }
  return (
    <Button
      leftSection={<IconPlayerPlay size={16} stroke={1.8} />}
      loading={isStarting}
      disabled={!questions || questions.length === 0}
      onClick={() => void start()}
    >
      {t('run.now')}
    </Button>
  )
}

function EndedRuns({ place, runs }: { place: RoomPlace; runs: CheckRun[] }) {
  const { t } = useTranslation('knowledgeCheck')
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = runs.find(({ id }) => id === chosen) ?? runs[0]
  if (!shown)
    return (
      <EmptyState
        compact
        icon={<IconTargetArrow size={24} stroke={1.6} />}
        title={t('run.none.title')}
        text={t('run.none.text')}
      />
    )
  const moment = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })
  const named = ({ startedAt, reasons }: CheckRun) =>
    t('run.of', {
      when: moment.format(new Date(startedAt)),
      reasons: commaList(currentLanguage()).format(reasons.map((reason) => t(`reason.${reason}`))),
    })
  return (
    <>
      <Select
        className={styles.runChoice}
        label={t('run.choose')}
        allowDeselect={false}
        value={shown.id}
        data={runs.map((run) => ({ value: run.id, label: named(run) }))}
        onChange={setChosen}
      />
      {shown.status === 'FAILED' && (
        <p className={styles.problem} role="alert">
          {t('run.failed')}
        </p>
      )}
      <RunReport place={place} run={shown} />
    </>
  )
}
