import type { AccountId, CanvasId } from '@atrium/contract'
import { ActionIcon } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { canvasQuery } from '../../../entities/canvases/canvases.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './canvases.module.css'
import type { AskedCanvases } from './use-asked-canvases.ts'

/** The canvases of the next question. */
export function AskedCanvasChips({ accountId, asked }: { accountId: AccountId; asked: AskedCanvases }) {
  const { t } = useTranslation('longChat')
  return (
    <ul className={styles.chips} aria-label={t('canvases.asked')}>
      {asked.ids.map((canvasId) => (
        <Chip
          key={canvasId}
          accountId={accountId}
          canvasId={canvasId}
          onRemove={() => asked.remove(canvasId)}
        />
      ))}
    </ul>
  )
}

type ChipProps = { accountId: AccountId; canvasId: CanvasId; onRemove: () => void }

function Chip({ accountId, canvasId, onRemove }: ChipProps) {
  const { t } = useTranslation('longChat')
  const canvas = useQuery(canvasQuery(accountId, canvasId))
  const title = canvas.data?.title ?? (canvas.isError ? t('canvases.hidden') : t('canvases.loading'))
  return (
    <li className={styles.chip}>
      <IconFileText size={15} stroke={1.7} aria-hidden="true" />
      <bdi className={styles.name} title={title}>
        {title}
      </bdi>
      <ActionIcon
        className={styles.remove}
        type="button"
        variant="subtle"
        color="gray"
        size={24}
        radius="xl"
        aria-label={t('canvases.remove', { title })}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}
