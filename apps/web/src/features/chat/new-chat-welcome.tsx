import { UnstyledButton } from '@mantine/core'
import { IconArrowsLeftRight, IconBulb, IconFileText, IconMap2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRoom } from '../rooms/use-room.ts'
import styles from './chat.module.css'

const starters = [
  { title: 'starter.summarise.title', text: 'starter.summarise.text', icon: IconFileText },
  { title: 'starter.plan.title', text: 'starter.plan.text', icon: IconMap2 },
  { title: 'starter.compare.title', text: 'starter.compare.text', icon: IconArrowsLeftRight },
  { title: 'starter.explain.title', text: 'starter.explain.text', icon: IconBulb },
] as const

/** The greeting above the composer of an empty chat. */
export function Greeting({ firstName }: { firstName: string }) {
  const { t } = useTranslation('chat')
  const room = useRoom()
  return (
    <div className={styles.greeting}>
      <h1 className={styles.hello}>
        {firstName ? t('greeting', { name: firstName }) : t('greeting.nameless')}
      </h1>
      <p className={styles.lead}>{t('welcome.text')}</p>
      {room !== null && (
        <p className={styles.room} dir="auto">
          {room && t('welcome.room', { room: room.name })}
        </p>
      )}
    </div>
  )
}

/** A few beginnings; each fills the composer and leaves the sending to its author. */
export function Starters({ onChoose }: { onChoose: (text: string) => void }) {
  const { t } = useTranslation('chat')
  return (
    <ul className={styles.starters} aria-label={t('welcome.starters')}>
      {starters.map(({ title, text, icon: Icon }) => (
        <li key={title}>
          <UnstyledButton className={styles.starter} onClick={() => onChoose(t(text))}>
            <Icon size={18} stroke={1.6} aria-hidden="true" />
            {t(title)}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
