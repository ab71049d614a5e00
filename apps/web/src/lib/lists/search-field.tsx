import { limits } from '@atrium/contract'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

type SearchFieldProps = {
  label: string
  search: string
  onSearch: (search: string) => void
  maxLength?: number | undefined
  className?: string | undefined
}

/** Searches a list by its text, once typing pauses. */
export function SearchField({ label, search, onSearch, maxLength, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  // The address changed without typing, as when going back: the field follows it.
  if (search !== shown) {
    setShown(search)
    if (search !== typed.trim()) setTyped(search)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === search) return
    const timer = setTimeout(() => onSearch(wanted), limits.memberSearchDebounceMs)
    return () => clearTimeout(timer)
  }, [typed, search, onSearch])
  return (
    <TextInput
      type="search"
      {...(className && { className })}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={17} stroke={1.7} aria-hidden="true" />}
      maxLength={maxLength ?? limits.memberSearchCharacters}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
