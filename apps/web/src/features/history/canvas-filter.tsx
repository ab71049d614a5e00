import { SegmentedControl } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { HistoryPage } from '../../entities/chats/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { historyLink } from './page-of.ts'

const filters = ['all', 'canvas'] as const

/** All Chats or Chats with Canvas (HIST-01), of whichever tab is open. */
export function CanvasFilter({ page }: { page: HistoryPage }) {
  const { t } = useTranslation('labels')
  const navigate = useNavigate()
  const choose = (chosen: string) =>
    void navigate(historyLink({ ...page, page: 1, canvas: chosen === 'canvas' || undefined }))
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('show.label')}
      value={page.canvas ? 'canvas' : 'all'}
      onChange={choose}
      data={filters.map((value) => ({ value, label: t(`show.${value}`) }))}
    />
  )
}
