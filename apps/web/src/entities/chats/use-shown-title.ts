import { useTranslation } from '../../lib/translate.ts'

/** The displayed title of a chat, even while it has none. */
export function useShownTitle(chatTitle: string): string {
  const { t } = useTranslation('chat')
  return chatTitle || t('header.untitled')
}
