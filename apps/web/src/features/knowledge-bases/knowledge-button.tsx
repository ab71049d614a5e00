import type { AccountId } from '@atrium/contract'
import { Indicator, Popover } from '@mantine/core'
import { IconBooks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from '../chat/tool-button.tsx'
import { stillThere } from './asked-bases.ts'
import styles from './asking.module.css'
import { KnowledgePanel } from './knowledge-panel.tsx'
import { askableBasesQuery } from './queries.ts'
import type { AskedBases } from './use-asked-bases.ts'

type KnowledgeButtonProps = { accountId: AccountId; asked: AskedBases }

/** Opens the choice of the knowledge bases that the next questions ask; nothing where there is none to choose. */
export function KnowledgeButton({ accountId, asked }: KnowledgeButtonProps) {
  const { t, i18n } = useTranslation('knowledgeBases')
  const [isOpen, setOpen] = useState(false)
  const { data, isPlaceholderData } = useQuery(askableBasesQuery(accountId))
  const { bases, change } = asked
  // A list that is not whole cannot say what is gone.
  const known = data && !isPlaceholderData && data.count <= data.bases.length ? data.bases : null
  useEffect(() => {
    if (known === null) return
    const left = stillThere(bases, known)
    if (left !== bases) change(left)
  }, [known, bases, change])
  if (!data || data.count === 0) return null
  const list = new Intl.ListFormat(i18n.language).format(bases.map(({ name }) => name))
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      width="min(22rem, calc(100vw - 2rem))"
      // The button in the target says itself what it opens.
      withRoles={false}
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: true, size: { padding: 12 } }}
    >
      <Popover.Target>
        <span className={styles.target}>
          <Indicator
            disabled={bases.length === 0}
            label={bases.length}
            size={16}
            offset={5}
            styles={{ indicator: { pointerEvents: 'none' } }}
          >
            <ToolButton
              label={bases.length === 0 ? t('ask.open') : t('ask.opened', { list })}
              icon={IconBooks}
              look="round"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          </Indicator>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={styles.dropdown} aria-label={t('ask.title')}>
        <KnowledgePanel accountId={accountId} asked={asked} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
