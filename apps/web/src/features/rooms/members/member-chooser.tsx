import type { Account, Person, RoomId } from '@atrium/contract'
import { ActionIcon, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { fullName } from '../../../entities/rooms/full-name.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { PersonLine } from './person-line.tsx'
import styles from './rooms.module.css'
import { useMemberSearch } from './use-member-search.ts'

type MemberChooserProps = {
  account: Account
  /** Members of this room are not offered; null before the room exists. */ roomId: RoomId | null
  chosen: Person[]
  onChange: (chosen: Person[]) => void
}

/** Finds people of the account and keeps the selected ones (ROOM-06). */
export function MemberChooser({ account, roomId, chosen, onChange }: MemberChooserProps) {
  const { t } = useTranslation('rooms')
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { people, phrase } = useMemberSearch(
    { accountId: account.id, roomId },
    text,
    new Set(chosen.map(({ id }) => id)),
  )
  const choose = (person: Person) => {
    onChange([...chosen, person])
    field.current?.focus()
  }
  const forget = (person: Person) => {
    onChange(chosen.filter(({ id }) => id !== person.id))
    field.current?.focus()
  }
  return (
    <div className={styles.chooser}>
      <TextInput
        ref={field}
        type="search"
        label={t('search.label')}
        placeholder={t('search.hint')}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter belongs to the search, not to the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p className={styles.note} role="status">
        {phrase && t(phrase, { account: account.name })}
      </p>
      {people.length > 0 && (
        <ul className={styles.found} aria-label={t('search.results')}>
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className={styles.choice}
                aria-label={t('search.add', { name: fullName(person) })}
                onClick={() => choose(person)}
              >
                <PersonLine person={person} />
                <IconPlus size={18} stroke={1.7} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <h3 className={styles.chosenTitle}>{t('chosen.label')}</h3>
      {chosen.length === 0 ? (
        <p className={styles.note}>{t('chosen.none')}</p>
      ) : (
        <ul className={styles.found} aria-label={t('chosen.label')}>
          {chosen.map((person) => (
            <li key={person.id} className={styles.chosen}>
              <PersonLine person={person} />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={32}
                aria-label={t('chosen.remove', { name: fullName(person) })}
                onClick={() => forget(person)}
              >
                <IconX size={17} stroke={1.8} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
