import { type AccountId, type KnowledgeBase, limits } from '@atrium/contract'
import { Checkbox, Popover, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { statusOf } from '../../../entities/files/status-of.ts'
import type { AskedMenu } from '../../../lib/tools/menu-on-demand.ts'
import { StandIn } from '../../../lib/tools/stand-in.tsx'
import { useTranslation } from '../../../lib/translate.ts'
import { StatusBadge } from '../../context-files/index.ts'
import { findRooms } from '../../../entities/rooms/find-rooms.ts'
import { withAsked, withoutAsked } from '../../../entities/files/asked-bases.ts'
import styles from './asking.module.css'
import { askableBasesQuery } from '../../../entities/files/knowledge-bases.ts'
import { RoomsServed } from '../rooms-served.tsx'
import type { AskedBases } from './use-asked-bases.ts'

type KnowledgePanelProps = { menu: AskedMenu; accountId: AccountId; asked: AskedBases }

/** The choice of knowledge bases, above its button. */
export function KnowledgePanel({ menu, ...choice }: KnowledgePanelProps) {
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
        <Choice {...choice} onClose={() => onChange(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}

type ChoiceProps = { accountId: AccountId; asked: AskedBases; onClose: () => void }

/** Searches and chooses among the knowledge bases that the reader may use. */
function Choice({ accountId, asked, onClose }: ChoiceProps) {
  const { t } = useTranslation('knowledgeBases')
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), limits.memberSearchDebounceMs)
  const all = useQuery(askableBasesQuery(accountId))
  const isWhole = all.data !== undefined && all.data.count <= all.data.bases.length
  // Only the server has those beyond the list's limit.
  const searched = useQuery({ ...askableBasesQuery(accountId, settled), enabled: !isWhole && settled !== '' })
  const { data = all.data, isError } = isWhole || settled === '' ? all : searched
  const named = (data?.bases ?? []).map((base) => ({ ...base, name: base.rag_name }))
  const found = isWhole ? findRooms(named, text) : named
  const isFull = asked.bases.length >= limits.maxBasesAsked
  const choose = (base: KnowledgeBase, isChosen: boolean) =>
    asked.change(
      isChosen
        ? withAsked(asked.bases, { id: base.id, name: base.rag_name })
        : withoutAsked(asked.bases, base.id),
    )
  return (
    <>
      <TextInput
        type="search"
        className={styles.search}
        aria-label={t('ask.search')}
        placeholder={t('ask.search')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
        maxLength={limits.searchCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // It is inside the question's form.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <div role="group" aria-label={t('ask.title')} className={styles.options}>
        {found.map((base) => {
          const isChosen = asked.bases.some(({ id }) => id === base.id)
          return (
            <Checkbox
              key={base.id}
              className={styles.option}
              classNames={{ body: styles.optionBody ?? '', labelWrapper: styles.optionWords ?? '' }}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={(event) => choose(base, event.currentTarget.checked)}
              label={<bdi>{base.rag_name}</bdi>}
              description={<BaseLine base={base} />}
            />
          )
        })}
        {found.length === 0 && <p className={styles.note}>{t(isError ? 'ask.failed' : 'ask.none')}</p>}
      </div>
      {isFull && <p className={styles.note}>{t('ask.most', { most: limits.maxBasesAsked })}</p>}
      <Link to="/knowledge-bases/$id" params={{ id: accountId }} className={styles.manage} onClick={onClose}>
        {t('ask.manage')}
      </Link>
    </>
  )
}

function BaseLine({ base }: { base: KnowledgeBase }) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <span className={styles.line}>
      <RoomsServed room={base.room} />
      {(base.fileCount > 0 || base.sourceCount === 0) && <span>{t('files', { count: base.fileCount })}</span>}
      {base.sourceCount > 0 && <span>{t('sources', { count: base.sourceCount })}</span>}
      {statusOf(base.state) !== 'ready' && <StatusBadge state={base.state} />}
    </span>
  )
}
