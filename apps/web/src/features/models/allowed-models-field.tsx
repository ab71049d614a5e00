import { Checkbox, Input, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './allowed-models.module.css'
import { byProvider, type ModelToAllow } from './allowed-models.ts'

type AllowedModelsFieldProps = {
  /** Those that can be allowed. */
  models: readonly ModelToAllow[]
  /** Those that were allowed and can only be taken away. */
  leftIds: readonly string[]
  /** Null: all. */
  value: readonly string[] | null
  /** What the choice of all of them is called. */
  all: string
  problem?: string | undefined
  onChange: (allowedModelIds: string[] | null) => void
}

/** Which models may be asked: all, or the ticked ones. */
export function AllowedModelsField({
  models,
  leftIds,
  value,
  all,
  problem,
  onChange,
}: AllowedModelsFieldProps) {
  const { t } = useTranslation('models')
  const left = leftIds.map((modelId) => ({
    modelId,
    displayName: t('allowed.left', { model: modelId }),
    providerName: '',
  }))
  return (
    <div className={styles.field}>
      <Radio.Group
        label={t('allowed.title')}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange(choice === 'all' ? null : models.map(({ modelId }) => modelId))}
      >
        <div className={styles.choices}>
          <Radio value="all" mt="xs" label={all} />
          <Radio value="some" label={t('allowed.some')} />
        </div>
      </Radio.Group>
      {value !== null && (
        <Input.Wrapper error={problem} labelElement="div">
          <Checkbox.Group aria-label={t('allowed.title')} value={[...value]} onChange={onChange}>
            <div className={styles.models}>
              {byProvider([...models, ...left]).map(({ provider, models: ofProvider }) => (
                <fieldset key={provider} className={styles.provider}>
                  {provider && <legend>{provider}</legend>}
                  {ofProvider.map(({ modelId, displayName }) => (
                    <Checkbox key={modelId} name="allowed" value={modelId} label={displayName} />
                  ))}
                </fieldset>
              ))}
            </div>
          </Checkbox.Group>
        </Input.Wrapper>
      )}
    </div>
  )
}
