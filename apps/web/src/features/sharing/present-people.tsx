import type { ChatId, PresentPerson, UserId } from '@atrium/contract'
import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Avatar } from '@atrium/ui'
import { useState } from 'react'
import { usePresenceIn } from '../../entities/chats/presence.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './presence.module.css'

/** Pictures beside each other; further people are counted. */
const maxPictures = 3

/** Who else has the chat open: their pictures, and all names on click; nothing while nobody else is there. */
export function PresentPeople({ chatId, readerId }: { chatId: ChatId; readerId: UserId }) {
  const { t } = useTranslation('sharing')
  const [isOpen, setIsOpen] = useState(false)
  const { people, typing } = usePresenceIn(chatId)
  const others = sorted(people.filter(({ id }) => id !== readerId))
  const reader = people.find(({ id }) => id === readerId)
  if (others.length === 0) return null
  const more = others.length - maxPictures
  const label = t('present.count', { count: people.length })
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          type="button"
          className={styles.people}
          data-hint={label}
          onClick={() => setIsOpen((before) => !before)}
        >
          <VisuallyHidden>{label}</VisuallyHidden>
          {others.slice(0, maxPictures).map(({ id, name, pictureUrl }) => (
            <span key={id} className={styles.picture}>
              <Avatar name={name} imageUrl={pictureUrl} size={24} decorative />
            </span>
          ))}
          {more > 0 && (
            <span className={styles.more} aria-hidden="true">
              +{new Intl.NumberFormat(currentLanguage()).format(more)}
            </span>
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.panel} aria-label={label}>
        <h2 className={styles.heading} tabIndex={-1} data-autofocus>
          {t('present.title')}
        </h2>
        <ul className={styles.list}>
          {[...(reader ? [reader] : []), ...others].map(({ id, name, pictureUrl }) => (
            <li key={id} className={styles.person}>
              <Avatar name={name} imageUrl={pictureUrl} size={28} decorative />
              <span className={styles.name} dir="auto">
                {id === readerId ? t('me') : name}
              </span>
              {typing.includes(id) && <span className={styles.state}>{t('typing.state')}</span>}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}

const sorted = (people: readonly PresentPerson[]): PresentPerson[] => {
  const { compare } = new Intl.Collator(currentLanguage())
  return people.toSorted((one, other) => compare(one.name, other.name))
}
