import type { AddedProvider, FileProvider, ProviderProblem } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import styles from './providers.module.css'

type StatusProps = { of: Pick<AddedProvider | FileProvider, 'state' | 'problem' | 'lookedAt'> }

/** Whether a provider responds, when that was checked, and the problem, if any. */
export function Status({ of: { state, problem, lookedAt } }: StatusProps) {
  const { t } = useTranslation('providers')
  return (
    <>
      <p className={styles.facts}>
        <span className={styles.state} data-state={problem && state === 'up' ? 'warned' : state}>
          {t(`state.${state === 'not-configured' ? 'notConfigured' : state}`)}
        </span>
        {lookedAt && <span>{t('looked', { moment: momentText(lookedAt) })}</span>}
      </p>
      {problem && <Problem problem={problem} />}
    </>
  )
}

function Problem({ problem }: { problem: ProviderProblem }) {
  const { t } = useTranslation('providers')
  return <p className={styles.problem}>{t(`problem.${problem}`)}</p>
}

export const momentText = (at: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(at))
