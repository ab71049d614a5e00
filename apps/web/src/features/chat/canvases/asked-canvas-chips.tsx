import type { AccountId, CanvasId } from '@atrium/contract'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useAccount } from '../../../entities/accounts/use-account.ts'
import { canvasQuery } from '../../../entities/canvases/canvases.ts'
import chips from '../../../lib/lists/chips.module.css'
import { withPhrases } from '../../../lib/phrases.ts'
import { RemovableChip } from '../../../lib/lists/removable-chip.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import type { AskedCanvases } from './use-asked-canvases.ts'

const LazyKnowledge = lazy(() =>
  withPhrases(import('./asked-canvas-knowledge.tsx'), 'canvasWork').then((module) => ({
    default: module.AskedCanvasKnowledge,
  })),
)

/** The canvases of the next question, and the knowledge bases that they bring along. */
export function AskedCanvasChips({ accountId, asked }: { accountId: AccountId; asked: AskedCanvases }) {
  const { t } = useTranslation('longChat')
  const knowsMore = useAccount()?.subscriptionPlan.rag_allowed ?? false
  return (
    <>
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
      {knowsMore && (
        <Suspense>
          <LazyKnowledge accountId={accountId} canvasIds={asked.ids} />
        </Suspense>
      )}
    </>
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
