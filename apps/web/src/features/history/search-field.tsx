import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch, IconX } from '@tabler/icons-react'
import { limits } from '@atrium/contract'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { HistoryPage } from '../../entities/chats/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { historyLink } from './page-of.ts'
import styles from './labels/labels.module.css'

const pauseMs = 250

/** The search text is in the address, a moment after typing. */
export function SearchField({ page }: { page: HistoryPage }) {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const [text, setText] = useState(page.search ?? '')
  const field = useRef<HTMLInputElement>(null)
  const search = (typed: string) =>
    void navigate({
      ...historyLink({ ...page, page: 1, search: typed.trim() === '' ? undefined : typed }),
      replace: true,
    })
  const searchSoon = useDebouncedCallback(search, pauseMs)
  const type = (typed: string) => {
    setText(typed)
    searchSoon(typed)
  }
  const clear = () => {
    setText('')
    search('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      type="search"
      className={styles.search}
      size="sm"
      aria-label={t('field')}
      placeholder={t('field')}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
      rightSection={
        text !== '' && (
          <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('clear')} onClick={clear}>
            <IconX size={15} stroke={1.8} />
          </ActionIcon>
        )
      }
      maxLength={limits.searchCharacters}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
