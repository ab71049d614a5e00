import type { HistoryScope } from '@atrium/contract'
import { ScreenTabs } from '@atrium/ui/lists/screen.tsx'
import { Link } from '@tanstack/react-router'
import type { HistoryPage } from '../../entities/chats/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { historyLink } from './page-of.ts'

const ownTabs: readonly HistoryScope[] = ['all', 'starred']
/** They separate one's own chats from others', so only accounts with other members have them. */
const sharingTabs: readonly HistoryScope[] = ['mine', 'shared']

type HistoryTabsProps = { page: Pick<HistoryPage, 'sort' | 'order' | 'canvas'>; hasOthers: boolean }

/** All, Starred, My Chats, Shared Chats (HIST-01), and agent jobs; the order and the filter stay from one to the next. */
export function HistoryTabs({ page, hasOthers }: HistoryTabsProps) {
  const { t } = useTranslation('labels')
  return (
    <ScreenTabs label={t('tabs.label')}>
      {[...ownTabs, ...(hasOthers ? sharingTabs : [])].map((source) => (
        <Link
          key={source}
          {...historyLink({ sort: page.sort, order: page.order, canvas: page.canvas, page: 1, source })}
          activeOptions={{ includeSearch: false }}
        >
          {t(`tab.${source}`)}
        </Link>
      ))}
      <Link to="/chat-history/jobs" activeOptions={{ includeSearch: false }}>
        {t('tab.jobs')}
      </Link>
    </ScreenTabs>
  )
}
