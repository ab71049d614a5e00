import { type AccountId, type AccountSettings, AUTO_MODEL_ID } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import { AllowedModelsField } from '../models/index.ts'
import type { ModelToAllow } from '../../entities/models/allowed-models.ts'
import { choiceProblem, isSameChoice, leftOf, type ModelSettings } from './model-choices.ts'
import { accountChanges } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'

type ModelsSectionProps = { accountId: AccountId; settings: AccountSettings; models: ModelToAllow[] }

/** The option for the default of the product's configuration. */
const ofProduct = ''

/** Sets which models members can use, and the default one. */
export function ModelsSection({ accountId, settings, models }: ModelsSectionProps) {
  const { t } = useTranslation(['accountAdmin', 'models'])
  const saved: ModelSettings = {
    allowedModelIds: settings.allowedModelIds,
    defaultModelId: settings.defaultModelId,
  }
  const [chosen, setChosen] = useState(saved)
  const leftIds = leftOf(models, saved)
  const named = [
    ...models,
    ...leftIds.map((modelId) => ({ modelId, displayName: t('models:allowed.left', { model: modelId }) })),
  ]
  const check = () => {
    const problem = choiceProblem(chosen)
    if (problem === 'none') return { allowed: t('models:allowed.none') }
    return problem === 'default' ? { default: t('models.defaultNotAllowed') } : {}
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'allowed' | 'default'>(
    check,
    async () => {
      await accountChanges(accountId).save(chosen)
      void showToast(t('settings.saved'), 'good')
    },
  )
  const change = (changed: Partial<ModelSettings>) => {
    setChosen({ ...chosen, ...changed })
    forget('allowed')
    forget('default')
  }
  const isAllowed = (modelId: string) => chosen.allowedModelIds?.includes(modelId) ?? true
  return (
    <SettingsSection
      title={t('models.title')}
      text={t('models.text')}
      form={form}
      onSubmit={submit}
      onUndo={() => change(saved)}
      isChanged={!isSameChoice(chosen, saved)}
      isSending={isSending}
      failure={failure}
    >
      <AllowedModelsField
        models={models}
        leftIds={leftIds}
        value={chosen.allowedModelIds}
        all={t('models.all')}
        problem={problems.allowed}
        onChange={(allowedModelIds) => change({ allowedModelIds })}
      />
      <Select
        name="default"
        label={t('models.default')}
        value={chosen.defaultModelId ?? ofProduct}
        error={problems.default}
        allowDeselect={false}
        onChange={(value) => change({ defaultModelId: value || null })}
        data={[
          { value: ofProduct, label: t('models.ofProduct') },
          { value: AUTO_MODEL_ID, label: t('models.auto') },
          ...named
            .filter(({ modelId }) => isAllowed(modelId) || modelId === chosen.defaultModelId)
            .map(({ modelId, displayName }) => ({ value: modelId, label: displayName })),
        ]}
      />
    </SettingsSection>
  )
}
