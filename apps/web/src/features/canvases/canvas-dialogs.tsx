import { type AccountId, type Canvas, type CanvasShare, canvasShares, limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { canvasChanges } from '../../entities/canvases/canvases.ts'
import { RenameDialog } from '../../lib/forms/rename-dialog.tsx'
import { useSaving } from '../../lib/forms/use-saving.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'

export type CanvasDialog = 'rename' | 'share'
type CanvasDialogProps = { accountId: AccountId; canvas: Canvas; onClose: () => void }

/** The dialog that was opened from a canvas' menu. */
export const CanvasDialogs = ({ dialog, ...props }: CanvasDialogProps & { dialog: CanvasDialog }) =>
  dialog === 'rename' ? <RenameCanvas {...props} /> : <ShareDialog {...props} />

function RenameCanvas({ accountId, canvas, onClose }: CanvasDialogProps) {
  const { t } = useTranslation('canvases')
  return (
    <RenameDialog
      title={canvas.title}
      maxLength={limits.canvasTitleCharacters}
      words={{ title: t('rename.title'), label: t('rename.label'), save: t('rename.save') }}
      onRename={(title) => canvasChanges(accountId).rename(canvas.canvasId, title)}
      onClose={onClose}
    />
  )
}

const shareOf = oneOf(...canvasShares)

/** Shares a canvas with its room, to read or to edit; its owner also stops sharing it. */
function ShareDialog({ accountId, canvas, onClose }: CanvasDialogProps) {
  const { t } = useTranslation(['canvases', 'common'])
  const isOwn = useUser()?.id === canvas.owner?.id
  const [share, setShare] = useState<CanvasShare>(canvas.share === 'none' ? 'edit' : canvas.share)
  const { isSaving, error, save } = useSaving(onClose)
  const apply = async () => {
    await canvasChanges(accountId).share(canvas.canvasId, share)
    void showToast(t(`share.done.${share}`), 'good')
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('share.title', { room: canvas.room.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(apply)
        }}
      >
        <Radio.Group
          label={t('share.who')}
          value={share}
          onChange={(value) => setShare(shareOf(value) ?? share)}
          error={error}
        >
          <Stack gap="sm" mt="xs">
            {canvasShares
              .filter((one) => one !== 'none' || isOwn)
              .map((one) => (
                <Radio
                  key={one}
                  value={one}
                  label={t(`share.${one}`)}
                  description={t(`share.${one}.text`)}
                  data-autofocus={one === share || undefined}
                />
              ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSaving} disabled={share === canvas.share}>
            {t('share.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
