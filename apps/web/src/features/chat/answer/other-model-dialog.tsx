import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { AUTO_MODEL_ID } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { ModelOptions } from '../../models/index.ts'
import { modelsQuery } from '../../../entities/models/queries.ts'
import styles from '../../models/models.module.css'
import { useConversationActions } from '../../../entities/turns/conversation-actions.tsx'

type OtherModelDialogProps = { onChoose: (modelId: string) => void; onClose: () => void }

/** Asks which model should answer instead. */
export function OtherModelDialog({ onChoose, onClose }: OtherModelDialogProps) {
  const { t } = useTranslation(['models', 'common'])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('picker.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <ModelList
        onChoose={(modelId) => {
          onClose()
          onChoose(modelId)
        }}
      />
    </Dialog>
  )
}

function ModelList({ onChoose }: Pick<OtherModelDialogProps, 'onChoose'>) {
  const { t } = useTranslation('models')
  const { accountId, roomId } = useConversationActions()
  const [query, setQuery] = useState('')
  const combobox = useCombobox({ defaultOpened: true })
  const { data: models, isError } = useQuery(modelsQuery(accountId, roomId))
  if (isError) return <p role="alert">{t('picker.failed')}</p>
  if (models === undefined) return <SkeletonRows count={4} label={t('picker.loading')} />
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <Combobox.EventsTarget>
        <TextInput
          mt={4}
          data-autofocus
          value={query}
          placeholder={t('picker.search')}
          aria-label={t('picker.search')}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={styles.options} aria-label={t('picker.list')} mt="xs">
        <ModelOptions
          models={models.filter((model) => model.modelId !== AUTO_MODEL_ID)}
          query={query}
          selectedId={null}
        />
      </Combobox.Options>
    </Combobox>
  )
}
