import { SegmentedControl } from '@mantine/core'
import { type AccountId, type AutoPreference, autoPreferences, type Model } from '@atrium/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../lib/toasts.ts'
import { preferAuto } from './queries.ts'
import styles from './models.module.css'

/** What auto prefers for the caller: asked where auto is chosen, stored at once. */
export function AutoPreferenceChoice({ auto, accountId }: { auto: Model; accountId: AccountId }) {
  const { t } = useTranslation('models')
  const label = useId()
  const prefer = (value: AutoPreference) => {
    preferAuto(accountId, value).catch((error: unknown) => void showToast(errorText(error), 'bad'))
  }
  return (
    <div className={styles.preference}>
      <span id={label} className={styles.preferenceLabel}>
        {t('auto.prompt')}
      </span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby={label}
        value={auto.options.preference ?? 'balanced'}
        onChange={prefer}
        data={autoPreferences.map((value) => ({ value, label: t(`preference.${value}`) }))}
      />
    </div>
  )
}
