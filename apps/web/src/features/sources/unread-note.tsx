import type { IndexState } from '@atrium/contract'
import { EmptyState } from '@atrium/ui'
import { IconFileUnknown } from '@tabler/icons-react'
import { unreadText } from '../../entities/files/unread-text.ts'
import { useTranslation } from '../../lib/translate.ts'

/** Shown instead of a file's text: it is being processed, failed, or its bytes are lost. */
export function UnreadNote({ state, hasBytes }: { state: IndexState; hasBytes: boolean }) {
  const { t } = useTranslation('sources')
  const icon = <IconFileUnknown size={24} stroke={1.5} />
  if (!hasBytes) return <EmptyState icon={icon} title={t('viewer.gone')} text={t('viewer.gone.text')} />
  if (state.status === 'PENDING' || state.status === 'ONGOING')
    return <EmptyState icon={icon} title={t('viewer.reading')} text={t('viewer.reading.text')} />
  return (
    <EmptyState
      icon={icon}
      title={t('viewer.unread')}
      text={unreadText(state.problem ?? (state.status === 'COMPLETED' ? 'EMPTY' : null), t)}
    />
  )
}
