import { type AccountId, type BaseId, type KnowledgeBase, limits } from '@atrium/contract'
import { Checkbox, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { statusOf } from '../../../entities/files/status-of.ts'
import { askableBasesQuery } from '../../../entities/files/knowledge-bases.ts'
import { findRooms } from '../../../entities/rooms/find-rooms.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { StatusBadge } from '../../context-files/index.ts'
import { RoomsServed } from '../rooms-served.tsx'
import styles from './asking.module.css'

type BaseChoiceProps = {
  accountId: AccountId
  /** Name of the list. */
  label: string
  chosen: readonly { id: BaseId }[]
  onChoose: (base: KnowledgeBase, isChosen: boolean) => void
}

/** Searches and chooses among the knowledge bases that the reader may use. */
export function BaseChoice({ accountId, label, chosen, onChoose }: BaseChoiceProps) {
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
  const isFull = chosen.length >= limits.maxBasesAsked
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
      <div role="group" aria-label={label} className={styles.options}>
        {found.map((base) => {
          const isChosen = chosen.some(({ id }) => id === base.id)
          return (
            <Checkbox
              key={base.id}
              className={styles.option}
              classNames={{ body: styles.optionBody ?? '', labelWrapper: styles.optionWords ?? '' }}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={(event) => onChoose(base, event.currentTarget.checked)}
              label={<bdi>{base.rag_name}</bdi>}
              description={<BaseLine base={base} />}
            />
          )
        })}
        {found.length === 0 && <p className={styles.note}>{t(isError ? 'ask.failed' : 'ask.none')}</p>}
      </div>
      {isFull && <p className={styles.note}>{t('ask.most', { most: limits.maxBasesAsked })}</p>}
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
