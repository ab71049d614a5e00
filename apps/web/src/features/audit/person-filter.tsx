import { type AccountId, limits, type UserId } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { firstPage, nameOf } from '../members/page-of.ts'
import { membersQuery } from '../members/queries.ts'
import type { AuditPage } from './audit-page.ts'
import styles from './audit.module.css'
import { auditQuery } from './queries.ts'

type PersonFilterProps = {
  accountId: AccountId
  page: AuditPage
  onChoose: (actor: UserId | null) => void
}

/** Chooses whose deeds are shown; searches the members while one types, for there may be ten thousand. */
export function PersonFilter({ accountId, page, onChoose }: PersonFilterProps) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), limits.memberSearchDebounceMs)
  const search = wanted.slice(0, limits.memberSearchCharacters)
  const { data: found } = useQuery({
    ...membersQuery(accountId, { ...firstPage, search }),
    refetchInterval: false,
  })
  // Who is chosen may be gone from the members: the log itself still knows the name.
  const { data: log } = useQuery(auditQuery(accountId, page))
  const chosenName = log?.entries.find(({ actorId }) => actorId === page.actor)?.actorName

  const people = (found?.members ?? []).flatMap((member) =>
    member.id === null ? [] : [{ value: member.id, label: nameOf(member), email: member.userName }],
  )
  const isListed = people.some(({ value }) => value === page.actor)
  const chosen =
    page.actor !== null && !isListed ? [{ value: page.actor, label: chosenName ?? '…', email: '' }] : []
  return (
    <Select<UserId>
      className={styles.choice}
      label={t('filter.person')}
      placeholder={t('filter.anyone')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter.anyone') }}
      nothingFoundMessage={t('filter.nobody')}
      // The server has searched by name and address; the field holds the name of who is chosen as well.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={page.actor}
      onChange={onChoose}
      renderOption={({ option }) => (
        <span dir="auto">
          {option.label}
          <br />
          <small>{people.find(({ value }) => value === option.value)?.email}</small>
        </span>
      )}
      data={[...chosen, ...people].map(({ value, label }) => ({ value, label }))}
    />
  )
}
