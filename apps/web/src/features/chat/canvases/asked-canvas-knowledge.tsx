import type { AccountId, CanvasId } from '@atrium/contract'
import { IconBooks } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { canvasKnowledgeQuery } from '../../../entities/canvases/canvas-knowledge.ts'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './canvases.module.css'

/** Says which knowledge bases a question searches because its canvases have them. */
export function AskedCanvasKnowledge({
  accountId,
  canvasIds,
}: {
  accountId: AccountId
  canvasIds: readonly CanvasId[]
}) {
  const { t, language } = useTranslation('canvasWork')
  const found = useQueries({ queries: canvasIds.map((id) => canvasKnowledgeQuery(accountId, id)) })
  const names = new Map(found.flatMap(({ data = [] }) => data.map(({ id, name }) => [id, name])))
  if (names.size === 0) return null
  const list = new Intl.ListFormat(language).format(names.values())
  return (
    <p className={styles.knowledge}>
      <IconBooks size={15} stroke={1.7} aria-hidden="true" />
      <span>{t('knowledge.asked', { list })}</span>
    </p>
  )
}
