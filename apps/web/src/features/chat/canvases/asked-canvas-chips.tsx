import type { AccountId, CanvasId } from '@atrium/contract'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { canvasQuery } from '../../../entities/canvases/canvases.ts'
import chips from '../../../lib/lists/chips.module.css'
import { RemovableChip } from '../../../lib/lists/removable-chip.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import type { AskedCanvases } from './use-asked-canvases.ts'

/** The canvases of the next question. */
export function AskedCanvasChips({ accountId, asked }: { accountId: AccountId; asked: AskedCanvases }) {
  const { t } = useTranslation('longChat')
  return (
    <ul className={chips.chips} aria-label={t('canvases.asked')}>
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
    <RemovableChip
      icon={IconFileText}
      name={title}
      removeLabel={t('canvases.remove', { title })}
      onRemove={onRemove}
    />
  )
}
