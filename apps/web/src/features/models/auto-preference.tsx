import { SegmentedControl, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type AccountId, type AutoOptions, autoPreferences, type Model } from '@atrium/contract'
import { useId } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { chooseAutoOptions } from '../../entities/models/queries.ts'
import styles from './models.module.css'

type AutoPreferenceChoiceProps = {
  auto: Model
  accountId: AccountId
  /** Opens the choice of models that it may use. */
  onChooseModels: () => void
}

/** The caller's preference and models for Auto: shown where Auto is chosen, stored at once. */
export function AutoPreferenceChoice({ auto, accountId, onChooseModels }: AutoPreferenceChoiceProps) {
  const { t } = useTranslation('models')
  const label = useId()
  const { preference, modelIds } = autoOptionsOf(auto)
  const prefer = (value: AutoOptions['preference']) => {
    chooseAutoOptions(accountId, { preference: value, modelIds }).catch(
      (error: unknown) => void showToast(errorText(error), 'bad'),
    )
  }
  return (
    <div className={styles.preference}>
      <span id={label} className={styles.preferenceLabel}>
        {t('auto.prompt')}
      </span>
      <SegmentedControl
        fullWidth
        size="xs"
        withItemsBorders={false}
        aria-labelledby={label}
        value={preference}
        onChange={prefer}
        data={autoPreferences.map((value) => ({ value, label: t(`preference.${value}`) }))}
      />
      <UnstyledButton className={styles.mayUse} onClick={onChooseModels}>
        {modelIds === null ? t('auto.mayUse.all') : t('auto.mayUse', { count: modelIds.length })}
        <IconChevronRight size={15} stroke={1.8} className={styles.mirrored} aria-hidden="true" />
      </UnstyledButton>
    </div>
  )
}

/** The stored options for Auto; the product's defaults where the list has none. */
export const autoOptionsOf = ({ options }: Model): AutoOptions => ({
  preference: options.preference ?? 'balanced',
  modelIds: options.modelIds ?? null,
})
