import { limits } from '@atrium/contract'
import { changeJobOptions, jobOptions } from '../../entities/agent-jobs/job-options.ts'
import { useStore } from '../../lib/store.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'

const budgets = [10, 25, limits.jobBudgetCredits, 100, 250, 500, 1_000]

/** In the composer: the budget of the next job, and whether its plan is reviewed first. */
export function JobControls() {
  const { t } = useTranslation(['agentJobs', 'history'])
  const options = useStore(jobOptions)
  const offered = budgets.includes(options.budgetCredits) ? budgets : [options.budgetCredits, ...budgets]
  return (
    <div role="group" aria-label={t('title')} className={styles.controls}>
      <select
        className={styles.control}
        aria-label={t('options.budget')}
        value={options.budgetCredits}
        onChange={({ target }) => changeJobOptions({ ...options, budgetCredits: Number(target.value) })}
      >
        {offered.map((budget) => (
          <option key={budget} value={budget}>
            {t('history:credits', { count: budget })}
          </option>
        ))}
      </select>
      <label className={styles.control}>
        <input
          type="checkbox"
          checked={options.reviewsPlan}
          onChange={({ target }) => changeJobOptions({ ...options, reviewsPlan: target.checked })}
        />
        {t('options.review')}
      </label>
    </div>
  )
}
