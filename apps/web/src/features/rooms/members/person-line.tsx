import type { Person } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import type { ReactNode } from 'react'
import { fullName } from '../../../entities/rooms/full-name.ts'
import styles from './rooms.module.css'

/** A person with picture, name and address. */
export function PersonLine({ person, note }: { person: Person; note?: ReactNode }) {
  const name = fullName(person)
  return (
    <span className={styles.person}>
      <Avatar name={name} imageUrl={person.profilePicture} size={36} decorative />
      <span className={styles.personWords}>
        <span className={styles.personName}>
          <bdi>{name}</bdi>
          {note}
        </span>
        <bdi className={styles.personAddress}>{person.userName}</bdi>
      </span>
    </span>
  )
}
