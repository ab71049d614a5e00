import type { ChatId, UserId } from '@atrium/contract'
import { usePresenceIn } from '../../entities/chats/presence.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './presence.module.css'

/** Who else is writing a question: names, never the text. Its line is reserved, so that nothing moves. */
export function TypingLine({ chatId, readerId }: { chatId: ChatId; readerId: UserId }) {
  const { t } = useTranslation('sharing')
  const { people, typing } = usePresenceIn(chatId)
  const [first, second, ...further] = typing.flatMap((id) => {
    const name = id === readerId ? undefined : people.find((person) => person.id === id)?.name
    return name === undefined ? [] : [name]
  })
  return (
    <p className={styles.typing} role="status">
      {first !== undefined && (
        <>
          <span className={styles.dots} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span className={styles.typists}>
            {second === undefined
              ? t('typing.one', { name: first })
              : further.length === 0
                ? t('typing.two', { name: first, other: second })
                : t('typing.more', { name: first, count: further.length + 1 })}
          </span>
        </>
      )}
    </p>
  )
}
