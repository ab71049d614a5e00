import type { HealthIssue, HealthPartName, HealthState } from '@atrium/contract'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './health.module.css'
import { StateSign } from './state-sign.tsx'

type PartCardProps = {
  name: HealthPartName
  part: { state: HealthState; issues: HealthIssue[] }
  isWide?: boolean
  children: ReactNode
}

/** One part of the installation: its state, problems with advice, and figures. */
export function PartCard({ name, part: { state, issues }, isWide = false, children }: PartCardProps) {
  const { t } = useTranslation('systemHealth')
  const id = `health-${name}`
  return (
    <section className={styles.card} aria-labelledby={id} data-state={state} data-wide={isWide || undefined}>
      <header className={styles.cardHead}>
        <h2 id={id} className={styles.cardTitle}>
          {t(`part.${name}`)}
        </h2>
        <StateSign state={state} />
      </header>
      {issues.length > 0 && (
        <ul className={styles.issues}>
          {issues.map((issue) => (
            <li key={issue}>
              <strong>{t(`issue.${issue}`)}</strong> {t(`next.${issue}`)}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  )
}

export type Fact = { label: string; value: ReactNode }

/** Figures by name. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
