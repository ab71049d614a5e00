import type { KnowledgeBase } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'

/** Which rooms a base serves: its own, or every room of the account. */
export function RoomsServed({ room }: Pick<KnowledgeBase, 'room'>) {
  const { t } = useTranslation('knowledgeBases')
  return <bdi>{room ? t('inRoom', { room: room.name }) : t('everyRoom')}</bdi>
}
