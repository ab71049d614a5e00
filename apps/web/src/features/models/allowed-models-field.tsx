import { Checkbox, Input, Radio } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import styles from './allowed-models.module.css'
import { byProvider, type ModelToAllow } from '../../entities/models/allowed-models.ts'

type AllowedModelsFieldProps = {
  /** Those that can be allowed. */
  models: readonly ModelToAllow[]
  /** Previously allowed ones that can only be removed. */
  leftIds: readonly string[]
  /** Null: all. */
  value: readonly string[] | null
  /** The label of choosing all of them. */
  all: string
  problem?: string | undefined
  onChange: (allowedModelIds: string[] | null) => void
}

/** The allowed models: all, or the checked ones. */
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
