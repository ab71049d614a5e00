import type { AccountId, Canvas, CanvasVersion } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui/components/confirm-dialog.tsx'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { canvasVersionChanges } from '../../../entities/canvases/canvas-versions.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { showUndoToast } from '../../../lib/toasts/undo-toast.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { NameVersion } from './name-version.tsx'

type VersionActionsProps = {
  accountId: AccountId
  canvas: Canvas
  version: CanvasVersion
  onRestored: () => void
}

/** Restores, names and deletes a version. */
export function VersionActions({ accountId, canvas, version, onRestored }: VersionActionsProps) {
  const { t } = useTranslation(['canvases', 'common'])
  const [isNaming, setNaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const changes = canvasVersionChanges(accountId, canvas.canvasId)
  const { number, name } = version
  const restore = async () => {
    setRestoring(true)
    try {
      const { before } = await changes.restore(number)
      showUndoToast({
        id: `restored ${canvas.canvasId}`,
        message: t('versions.restored'),
        onUndo: () => void changes.restore(before).catch(showFailure),
      })
      onRestored()
    } catch (error) {
      showFailure(error)
      setRestoring(false)
    }
  }
  const rename = async (wanted: string | null) => {
    await changes.rename(number, wanted)
    setNaming(false)
  }
  const remove = async () => {
    try {
      await changes.remove(number)
      void showToast(t('versions.deleted'), 'good')
    } catch (error) {
      showFailure(error)
    }
  }
  if (isNaming)
    return (
      <NameVersion
        name={name ?? ''}
        label={t('versions.name.label')}
        submit={t('rename.save')}
        onSave={rename}
      />
    )
  return (
    <Group gap="xs">
      <Button size="compact-md" loading={isRestoring} onClick={() => void restore()}>
        {t('versions.restore')}
      </Button>
      <Button size="compact-md" variant="default" onClick={() => setNaming(true)}>
        {t(name === null ? 'versions.name' : 'versions.rename')}
      </Button>
      {name !== null && (
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          onClick={() => void rename(null).catch(showFailure)}
        >
          {t('versions.unname')}
        </Button>
      )}
      {canvas.access === 'manage' && (
        <Button size="compact-md" variant="subtle" color="red" onClick={() => setDeleting(true)}>
          {t('versions.delete')}
        </Button>
      )}
      <ConfirmDialog
        opened={isDeleting}
        title={t('versions.delete.title')}
        confirmLabel={t('versions.delete')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={remove}
        onClose={() => setDeleting(false)}
      >
        {t('versions.delete.text')}
      </ConfirmDialog>
    </Group>
  )
}
