import { type AccountId, type AccountSettings, AUTO_MODEL_ID } from '@atrium/contract'
import { Checkbox, Input, Radio, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../lib/toasts.ts'
import { useSubmit } from '../identity/use-submit.ts'
import {
  byProvider,
  choiceProblem,
  isSameChoice,
  leftModels,
  type ModelSettings,
  type ModelToAllow,
} from './model-choices.ts'
import { accountChanges } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

type ModelsSectionProps = { accountId: AccountId; settings: AccountSettings; models: ModelToAllow[] }

/** In the choice, the default that the product's configuration gives. */
const ofProduct = ''

/** Which models members can ask, and which is chosen at first. */
export function ModelsSection({ accountId, settings, models }: ModelsSectionProps) {
  const { t } = useTranslation('accountAdmin')
  const saved: ModelSettings = {
    allowedModelIds: settings.allowedModelIds,
    defaultModelId: settings.defaultModelId,
  }
  const [chosen, setChosen] = useState(saved)
  const left = leftModels(models, saved).map((modelId) => ({
    modelId,
    displayName: t('models.left', { model: modelId }),
    providerName: '',
  }))
  const known = [...models, ...left]
  const check = () => {
    const problem = choiceProblem(chosen)
    if (problem === 'none') return { allowed: t('models.none') }
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
      <Radio.Group
        label={t('models.allowed')}
        value={chosen.allowedModelIds === null ? 'all' : 'some'}
        onChange={(value) =>
          change({ allowedModelIds: value === 'all' ? null : models.map(({ modelId }) => modelId) })
        }
      >
        <div className={styles.choices}>
          <Radio value="all" mt="xs" label={t('models.all')} />
          <Radio value="some" label={t('models.some')} />
        </div>
      </Radio.Group>
      {chosen.allowedModelIds !== null && (
        <Input.Wrapper error={problems.allowed} labelElement="div">
          <Checkbox.Group
            aria-label={t('models.allowed')}
            value={chosen.allowedModelIds}
            onChange={(allowedModelIds) => change({ allowedModelIds })}
          >
            <div className={styles.models}>
              {byProvider(known).map(({ provider, models: ofProvider }) => (
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
          ...known
            .filter(({ modelId }) => isAllowed(modelId) || modelId === chosen.defaultModelId)
            .map(({ modelId, displayName }) => ({ value: modelId, label: displayName })),
        ]}
      />
    </SettingsSection>
  )
}
