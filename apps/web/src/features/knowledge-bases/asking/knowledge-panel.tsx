import type { AccountId } from '@atrium/contract'
import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { withAsked, withoutAsked } from '../../../entities/files/asked-bases.ts'
import type { AskedMenu } from '../../../lib/tools/menu-on-demand.ts'
import { StandIn } from '../../../lib/tools/stand-in.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './asking.module.css'
import { BaseChoice } from './base-choice.tsx'
import type { AskedBases } from './use-asked-bases.ts'

type KnowledgePanelProps = { menu: AskedMenu; accountId: AccountId; asked: AskedBases }

/** The choice of knowledge bases, above its button. */
export function KnowledgePanel({ menu, accountId, asked }: KnowledgePanelProps) {
  const { t } = useTranslation('knowledgeBases')
  const { button, isOpen, onChange, onMade } = menu
  useEffect(onMade, [onMade])
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position="top-end"
      width="min(22rem, calc(100vw - 2rem))"
      // The button in the target labels its own popup.
      withRoles={false}
      trapFocus
      returnFocus
      middlewares={{ flip: true, shift: true, size: { padding: 12 } }}
    >
      <Popover.Target>
        <StandIn for={button} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" className={styles.dropdown} aria-label={t('ask.title')}>
        <BaseChoice
          accountId={accountId}
          label={t('ask.title')}
          chosen={asked.bases}
          onChoose={({ id, rag_name: name }, isChosen) =>
            asked.change(isChosen ? withAsked(asked.bases, { id, name }) : withoutAsked(asked.bases, id))
          }
        />
        <Link
          to="/knowledge-bases/$id"
          params={{ id: accountId }}
          className={styles.manage}
          onClick={() => onChange(false)}
        >
          {t('ask.manage')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  )
}
