import { Button, Group, Textarea } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { linesOf } from '../../entities/turns/pasted-text.ts'

type PastedDialogProps = {
  text: string
  onKeep: (text: string) => void
  onUnfold: (text: string) => void
  onRemove: () => void
  onClose: () => void
}

/** Shows and edits a pasted text; closing in any way keeps the changes. */
export function PastedDialog({ text, onKeep, onUnfold, onRemove, onClose }: PastedDialogProps) {
  const { t } = useTranslation(['composing', 'common'])
  const [changed, setChanged] = useState(text)
  const leave = (then: () => void) => {
    then()
    onClose()
  }
  return (
    <Dialog
      opened
      size="lg"
      onClose={() => leave(() => onKeep(changed))}
      title={t('pasted.size', { count: linesOf(changed) })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Textarea
        label={t('pasted.text')}
        dir="auto"
        autosize
        minRows={8}
        maxRows={18}
        data-autofocus
        value={changed}
        onChange={(event) => setChanged(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="sm" mt="md">
        <Button variant="subtle" color="red" onClick={() => leave(onRemove)}>
          {t('pasted.remove')}
        </Button>
        <Button variant="default" onClick={() => leave(() => onUnfold(changed))}>
          {t('pasted.unfold')}
        </Button>
        <Button onClick={() => leave(() => onKeep(changed))}>{t('pasted.keep')}</Button>
      </Group>
    </Dialog>
  )
}
