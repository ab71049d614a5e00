import { type AccountId, limits, type UserId } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { firstPage, nameOf } from '../../entities/accounts/members-page.ts'
import { membersQuery } from '../../entities/accounts/members.ts'
import { useTranslation } from '../../lib/translate.ts'

type MemberFilterProps = {
  accountId: AccountId
  value: UserId | null
  onChange: (value: UserId | null) => void
}

/** Chooses a member; searches on typing, since there may be ten thousand. */
export function MemberFilter({ accountId, value, onChange }: MemberFilterProps) {
  const { t } = useTranslation('reports')
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), limits.memberSearchDebounceMs)
  const { data: found } = useQuery({
    ...membersQuery(accountId, { ...firstPage, search: wanted.slice(0, limits.memberSearchCharacters) }),
    refetchInterval: false,
  })
  const people = (found?.members ?? []).flatMap((member) =>
    member.id === null ? [] : [{ value: member.id, label: nameOf(member), email: member.userName }],
  )
  // A former member, or one who isn't on the first page of the search.
  const chosen =
    value !== null && !people.some((person) => person.value === value)
      ? [{ value, label: '…', email: '' }]
      : []
  return (
    <Select<UserId>
      label={t('filter.member')}
      placeholder={t('filter.everyone')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('filter.everyone') }}
      nothingFoundMessage={t('filter.nobody')}
      // The server has searched by name and address.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value}
      onChange={onChange}
      renderOption={({ option }) => (
        <span dir="auto">
          {option.label}
          <br />
          <small>{people.find((person) => person.value === option.value)?.email}</small>
        </span>
      )}
      data={[...chosen, ...people].map(({ value: id, label }) => ({ value: id, label }))}
    />
  )
}
