import { type AccountId, type KnowledgeBase, limits } from '@atrium/contract'
import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { standingOf } from '../context-files/standing.ts'
import { StatusBadge } from '../context-files/status-badge.tsx'
import { findRooms } from '../rooms/find-rooms.ts'
import { withAsked, withoutAsked } from './asked-bases.ts'
import styles from './asking.module.css'
import { askableBasesQuery } from './queries.ts'
import type { AskedBases } from './use-asked-bases.ts'

type KnowledgePanelProps = { accountId: AccountId; asked: AskedBases; onClose: () => void }

/** Searches and chooses among the knowledge bases that the reader may use. */
export function KnowledgePanel({ accountId, asked, onClose }: KnowledgePanelProps) {
  const { t } = useTranslation('knowledgeBases')
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), limits.memberSearchDebounceMs)
  const all = useQuery(askableBasesQuery(accountId))
  const isWhole = all.data !== undefined && all.data.count <= all.data.bases.length
  // Only the server knows those that the list has no place for.
  const searched = useQuery({ ...askableBasesQuery(accountId, settled), enabled: !isWhole && settled !== '' })
  const { data = all.data, isError } = isWhole || settled === '' ? all : searched
  const named = (data?.bases ?? []).map((base) => ({ ...base, name: base.rag_name }))
  const found = isWhole ? findRooms(named, text) : named
  const isFull = asked.bases.length >= limits.basesAskedAtMost
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
        dir="auto"
        maxLength={limits.searchCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // It stands in the form of the question.
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
      {isFull && <p className={styles.note}>{t('ask.most', { most: limits.basesAskedAtMost })}</p>}
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
      <bdi>{t('inRoom', { room: base.room.name })}</bdi>
      {(base.fileCount > 0 || base.sourceCount === 0) && <span>{t('files', { count: base.fileCount })}</span>}
      {base.sourceCount > 0 && <span>{t('sources', { count: base.sourceCount })}</span>}
      {standingOf(base.state) !== 'ready' && <StatusBadge state={base.state} />}
    </span>
  )
}
