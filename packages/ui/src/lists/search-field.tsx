import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import styles from './screen.module.css'

type SearchFieldProps = {
  label: string
  /** The current search, without spaces around it. */ search: string
  onSearch: (search: string) => void
  maxLength: number
  /** Pause in typing after which to search. */ pauseMs?: number
  /** Name of the button that empties the field; without a name there is no button. */ clearLabel?: string
  size?: 'sm' | 'md'
  className?: string | undefined
}

/** Searches a list by its text, once typing pauses. */
export function SearchField({
  label,
  search,
  onSearch,
  maxLength,
  pauseMs = 300,
  clearLabel,
  size,
  className = '',
}: SearchFieldProps) {
  const [typed, setTyped] = useState(search)
  const [shown, setShown] = useState(search)
  const field = useRef<HTMLInputElement>(null)
  // The address changed without typing, as when going back: the field follows it.
  if (search !== shown) {
    setShown(search)
    if (search !== typed.trim()) setTyped(search)
  }
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === search) return
    const timer = setTimeout(() => onSearch(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, search, onSearch, pauseMs])
  const clear = () => {
    setTyped('')
    if (search !== '') onSearch('')
    field.current?.focus()
  }
  return (
    <TextInput
      ref={field}
      type="search"
      className={`${styles.search} ${className}`}
      {...(size && { size })}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={size === 'sm' ? 16 : 17} stroke={1.7} aria-hidden="true" />}
      rightSection={
        clearLabel !== undefined &&
        typed !== '' && (
          <ActionIcon variant="subtle" color="gray" size={26} aria-label={clearLabel} onClick={clear}>
            <IconX size={15} stroke={1.8} />
          </ActionIcon>
        )
      }
      maxLength={maxLength}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
