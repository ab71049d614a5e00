import type { AccountId, AccountSettings } from '@atrium/contract'
import { Radio, Select } from '@mantine/core'
import { useState } from 'react'
import type { ModelToAllow } from '../../entities/models/allowed-models.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { accountChanges } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

type LimitsSectionProps = { accountId: AccountId; settings: AccountSettings; models: ModelToAllow[] }

/** What happens at a monthly limit of a member or a room: questions are refused, or a cheaper model answers (ACC-09). */
export function LimitsSection({ accountId, settings, models }: LimitsSectionProps) {
  const { t } = useTranslation('accountAdmin')
  const saved = settings.limitModelId
  const [continues, setContinues] = useState(saved !== null)
  const [modelId, setModelId] = useState(saved)
  const wanted = continues ? modelId : null
  const check = () => (continues && modelId === null ? { model: t('limits.noModel') } : {})
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'model'>(check, async () => {
    await accountChanges(accountId).save({ limitModelId: wanted })
    void showToast(t('settings.saved'), 'good')
  })
  const isAllowed = (id: string) => settings.allowedModelIds?.includes(id) ?? true
  const choices = models
    .filter((model) => isAllowed(model.modelId) || model.modelId === saved)
    .map((model) => ({ value: model.modelId, label: model.displayName }))
  const isKnown = saved === null || choices.some(({ value }) => value === saved)
  return (
    <SettingsSection
      title={t('limits.title')}
      text={t('limits.text')}
      form={form}
      onSubmit={submit}
      onUndo={() => {
        setContinues(saved !== null)
        setModelId(saved)
        forget('model')
      }}
      isChanged={continues !== (saved !== null) || wanted !== saved}
      isSending={isSending}
      failure={failure}
    >
      <Radio.Group
        aria-label={t('limits.title')}
        value={continues ? 'cheaper' : 'stop'}
        onChange={(value) => setContinues(value === 'cheaper')}
      >
        <div className={styles.choices}>
          <Radio value="stop" label={t('limits.stop')} />
          <Radio value="cheaper" label={t('limits.cheaper')} />
        </div>
      </Radio.Group>
      {continues && (
        <Select
          name="model"
          className={styles.inner}
          label={t('limits.model')}
          description={t('limits.modelText')}
          searchable
          allowDeselect={false}
          value={modelId}
          error={problems.model}
          onChange={(value) => {
            setModelId(value)
            forget('model')
          }}
          data={isKnown ? choices : [...choices, { value: saved, label: saved }]}
        />
      )}
    </SettingsSection>
  )
}
