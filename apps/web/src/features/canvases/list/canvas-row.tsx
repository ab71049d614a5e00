import { type AccountId, type Canvas, includesAccess } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { CardRow } from '@atrium/ui/lists/list-table.tsx'
import { Menu } from '@mantine/core'
import { IconCopy, IconPencil, IconTrash, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { canvasChanges } from '../../../entities/canvases/canvases.ts'
import { Moment } from '../../../lib/moment.tsx'
import { useUser } from '../../../lib/session/use-session.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { OptionsMenu } from '../../../lib/tools/options-menu.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import type { CanvasDialog } from '../canvas-dialogs.tsx'
import { deleteCanvasWithUndo } from '../delete-canvas.ts'
import styles from './canvases.module.css'

type CanvasRowProps = {
  accountId: AccountId
  canvas: Canvas
  onDialog: (dialog: CanvasDialog) => void
}

/** A canvas of the list, with its room, owner, and the people who have it open. */
export function CanvasRow({ accountId, canvas, onDialog }: CanvasRowProps) {
  const { t } = useTranslation('canvases')
  const user = useUser()
  const { canvasId, title, owner, room, share, people, updatedAt } = canvas
  const ownerName = owner === null ? t('owner.gone') : owner.id === user?.id ? t('owner.me') : owner.name
  return (
    <CardRow
      name={
        <>
          <Link to="/canvas/$canvasId" params={{ canvasId }} className={styles.link} dir="auto" title={title}>
            {title}
          </Link>
          {share !== 'none' && (
            <span className={styles.mark}>
              <IconUsers size={13} stroke={1.8} aria-hidden="true" /> {t(`mark.${share}`)}
            </span>
          )}
        </>
      }
      menu={<CanvasRowMenu accountId={accountId} canvas={canvas} onDialog={onDialog} />}
    >
      <td data-label={t('column.room')}>
        <span dir="auto">{room.name}</span>
      </td>
      <td data-label={t('column.owner')}>
        <span dir="auto">{ownerName}</span>
      </td>
      <td data-label={t('column.people')} data-empty={people.length === 0 || undefined}>
        <span className={styles.people}>
          {people.slice(0, 5).map(({ id, name, pictureUrl }) => (
            <span key={id} data-hint={name}>
              <Avatar name={name} imageUrl={pictureUrl} size={24} />
            </span>
          ))}
        </span>
      </td>
      <td data-label={t('column.date')} className={styles.date}>
        <Moment at={updatedAt} />
      </td>
    </CardRow>
  )
}

function CanvasRowMenu({ accountId, canvas, onDialog }: CanvasRowProps) {
  const { t } = useTranslation('canvases')
  const { title, canvasId, access } = canvas
  const duplicate = async () => {
    try {
      const made = await canvasChanges(accountId).duplicate(
        canvasId,
        nameOfCopy(title, t('duplicate.name', { title })),
      )
      void showToast(t('duplicate.done', { title: made.title }), 'good')
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <OptionsMenu label={t('row.menu', { title })}>
      {includesAccess(access, 'edit') && (
        <Menu.Item leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => onDialog('rename')}>
          {t('menu.rename')}
        </Menu.Item>
      )}
      {access === 'manage' && (
        <Menu.Item leftSection={<IconUsers size={16} stroke={1.7} />} onClick={() => onDialog('share')}>
          {t('menu.share')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={16} stroke={1.7} />} onClick={() => void duplicate()}>
        {t('menu.duplicate')}
      </Menu.Item>
      {access === 'manage' && (
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={16} stroke={1.7} />}
          onClick={() => void deleteCanvasWithUndo(accountId, canvas)}
        >
          {t('menu.delete')}
        </Menu.Item>
      )}
    </OptionsMenu>
  )
}

/** A title that is too long for the addition stays unchanged in the copy. */
export const nameOfCopy = (title: string, named: string): string => (named.length <= 120 ? named : title)
