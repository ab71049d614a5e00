import { type AccountId, limits, type UserId } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstPage, nameOf } from '../../entities/accounts/members-page.ts'
import { membersQuery } from '../../entities/accounts/members.ts'
import { useTranslation } from '../../lib/translate.ts'
import type { AuditPage } from './audit-page.ts'
import styles from './audit.module.css'
import { auditQuery } from './queries.ts'

type PersonFilterProps = {
  accountId: AccountId
  page: AuditPage
  onChoose: (actor: UserId | null) => void
}

/** Chooses the actor; searches the members on typing, since there may be ten thousand. */
export function PersonFilter({ accountId, page, onChoose }: PersonFilterProps) {
  const { t } = useTranslation('audit')
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), limits.memberSearchDebounceMs)
  const search = wanted.slice(0, limits.memberSearchCharacters)
  const { data: found } = useQuery({
    ...membersQuery(accountId, { ...firstPage, search }),
    refetchInterval: false,
  })
  // A former member may be selected: the log still has the name.
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
      // The server has searched by name and address; the field also contains the selected name.
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
