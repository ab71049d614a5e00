import { useTranslation } from 'react-i18next'

/** What a chat is called on screen, also while it has no title yet. */
export function useShownTitle(chatTitle: string): string {
  const { t } = useTranslation('chat')
  return chatTitle || t('header.untitled')
}
