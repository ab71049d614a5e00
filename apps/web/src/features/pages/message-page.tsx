import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { Brand } from './brand.tsx'
import { Illustration, type Scene } from './illustration.tsx'
import styles from './message-page.module.css'

type MessagePageProps = {
  scene: Scene
  code?: string
  title: string
  text: string
  /** Replaces the link to the rooms. */ action?: ReactNode
  role?: 'alert' | 'status'
}

/** A page with one message and a link, outside the product's frame. */
export function MessagePage({ scene, code, title, text, action, role }: MessagePageProps) {
  usePageTitle(title)
  return (
    <main className={styles.page}>
      <Brand />
      <div className={styles.message} {...(role && { role })}>
        <Illustration scene={scene} />
        {code && <p className={styles.code}>{code}</p>}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.text}>{text}</p>
        <div className={styles.action}>{action ?? <ToRooms />}</div>
      </div>
    </main>
  )
}

function ToRooms() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/" size="md">
      {t('action.goToRooms')}
    </Button>
  )
}
