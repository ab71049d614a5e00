import type { HealthReport } from '@atrium/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { durationText, numberText, spanText } from './health-text.ts'
import styles from './health.module.css'
import tag from '../tag.module.css'
import { PartCard } from './part-card.tsx'

/** Statements that run for more than a second, and the slowest ones where the database counts them. */
export function SlowQueriesCard({ part }: { part: HealthReport['parts']['slowQueries'] }) {
  const { t } = useTranslation('systemHealth')
  const { facts } = part
  return (
    <PartCard name="slowQueries" part={part} isWide>
      {facts && (
        <>
          <Statements
            heading={t('query.running')}
            empty={t('query.noneRunning')}
            rows={facts.running.map(({ statement, seconds, isWaiting }) => ({
              statement,
              figures: (
                <>
                  {spanText(seconds)}
                  {isWaiting && <span className={tag.tag}>{t('query.locked')}</span>}
                </>
              ),
            }))}
          />
          {facts.slowest === null ? (
            <p className={styles.quiet}>{t('query.noExtension')}</p>
          ) : (
            <Statements
              heading={t('query.slowest')}
              empty={t('query.noneSlow')}
              rows={facts.slowest.map(({ statement, calls, meanMs, maxMs }) => ({
                statement,
                figures: t('query.figures', {
                  mean: durationText(meanMs),
                  max: durationText(maxMs),
                  calls: numberText(calls),
                }),
              }))}
            />
          )}
          {!facts.seesAll && <p className={styles.quiet}>{t('query.ownOnly')}</p>}
        </>
      )}
    </PartCard>
  )
}

type Row = { statement: string; figures: ReactNode }

function Statements({ heading, empty, rows }: { heading: string; empty: string; rows: Row[] }) {
  return (
    <section className={styles.statements} aria-label={heading}>
      <h3 className={styles.diskName}>{heading}</h3>
      {rows.length === 0 && <p className={styles.quiet}>{empty}</p>}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map(({ statement, figures }, place) => (
            <li key={place} className={styles.caseRow}>
              <code className={styles.statement} dir="ltr">
                {statement}
              </code>
              <p className={styles.quiet}>{figures}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
