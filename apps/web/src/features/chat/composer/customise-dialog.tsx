import { Button, Group, Text } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import type { Modifiers } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { ModifierFields, setModifiers } from '../../modifiers/index.ts'

type CustomiseDialogProps = {
  modifiers: Modifiers
  onApply: (modifiers: Modifiers) => void
  onClose: () => void
}

/** 'Customize Answer': the modifiers of this chat. */
export function CustomiseDialog({ modifiers, onApply, onClose }: CustomiseDialogProps) {
  const { t } = useTranslation(['shaping', 'common'])
  const [edited, setEdited] = useState(modifiers)
  const isEmpty = Object.keys(setModifiers(edited)).length === 0
  return (
    <Dialog
      opened
      size="lg"
      onClose={onClose}
      title={t('customise.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onApply(edited)
          onClose()
        }}
      >
        <Text size="sm" c="dimmed" mb="md">
          {t('customise.text')}
        </Text>
        <ModifierFields modifiers={edited} onChange={setEdited} />
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="subtle" disabled={isEmpty} onClick={() => setEdited({})}>
            {t('customise.clear')}
          </Button>
          <Button type="submit">{t('customise.apply')}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
