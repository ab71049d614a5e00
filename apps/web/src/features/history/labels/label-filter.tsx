import { ActionIcon, Select } from '@mantine/core'
import { IconTag, IconTags } from '@tabler/icons-react'
import { type AccountId, isId } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import type { HistoryPage } from '../../../entities/chats/queries.ts'
import { labelsQuery } from '../../../entities/chats/labels.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { historyLink } from '../page-of.ts'
import styles from './labels.module.css'

const ManageLabelsDialog = lazy(() =>
  import('./manage-labels-dialog.tsx').then((module) => ({ default: module.ManageLabelsDialog })),
)

/** Filters by a label, or chats without any (HIST-02), with a link to editing labels. */
export function LabelFilter({ accountId, page }: { accountId: AccountId; page: HistoryPage }) {
  const { t } = useTranslation('labels')
  const navigate = useNavigate()
  const { data: labels = [] } = useQuery(labelsQuery(accountId, page.source))
  const [isManaging, setIsManaging] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  if (labels.length === 0 && page.label === undefined) return null
  const choose = (chosen: string | null) => {
    const label = chosen === 'unlabelled' || (chosen !== null && isId('label', chosen)) ? chosen : undefined
    void navigate(historyLink({ ...page, page: 1, label }))
  }
  const close = () => {
    setIsManaging(false)
    edit.current?.focus()
  }
  return (
    <div className={styles.filter}>
      <Select
        size="sm"
        aria-label={t('filter.label')}
        leftSection={<IconTag size={16} stroke={1.7} aria-hidden="true" />}
        value={page.label ?? 'all'}
        onChange={choose}
        allowDeselect={false}
        searchable={labels.length > 10}
        data={[
          { value: 'all', label: t('filter.all') },
          { value: 'unlabelled', label: t('filter.unlabelled') },
          ...labels.map(({ labelId, name, chatCount }) => ({
            value: labelId,
            label: t('filter.option', { name, count: chatCount }),
          })),
        ]}
      />
      <ActionIcon
        ref={edit}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('manage.open')}
        title={t('manage.open')}
        onClick={() => setIsManaging(true)}
      >
        <IconTags size={18} stroke={1.7} />
      </ActionIcon>
      {isManaging && (
        <Suspense>
          <ManageLabelsDialog accountId={accountId} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
