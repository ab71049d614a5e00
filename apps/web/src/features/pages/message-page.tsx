import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

type MessagePageProps = { code?: string; title: string; text: string }

export function MessagePage({ code, title, text }: MessagePageProps) {
  const { t } = useTranslation()
  return (
    <main>
      {code && <p>{code}</p>}
      <h1>{title}</h1>
      <p>{text}</p>
      <Button component={Link} to="/">{t('action.goToRooms')}</Button>
    </main>
  )
}
