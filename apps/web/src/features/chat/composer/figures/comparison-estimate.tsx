import { limits, storable } from '@atrium/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from '../../../../lib/translate.ts'
import { estimateQuery, useSettled } from './estimate-query.ts'
import type { QuestionEstimateProps } from './question-estimate-props.ts'
import styles from '../composer.module.css'

type ComparisonEstimateProps = QuestionEstimateProps & { modelIds: readonly string[] }

/** What all answers of a comparison cost together, as each was estimated; nothing while one is unknown. */
export function ComparisonEstimate({ modelIds, text, ...question }: ComparisonEstimateProps) {
  const { t } = useTranslation('chat')
  const settled = useSettled(storable(text))
  const isAsked =
    (question.details !== null || question.place.roomId !== null) &&
    settled.trim() !== '' &&
    settled.length <= limits.questionCharacters
  const found = useQueries({
    queries: modelIds.map((modelId) => ({ ...estimateQuery(question, modelId, settled), enabled: isAsked })),
  })
  const estimates = found.flatMap(({ data, error }) => (error === null && data ? [data.data] : []))
  if (estimates.length < modelIds.length) return null
  const sumOf = (field: 'likelyCredits' | 'lowCredits' | 'highCredits' | 'maxCredits') =>
    estimates.reduce((sum, estimate) => sum + Math.round(estimate[field] * 1000), 0) / 1000
  const models = estimates.map(({ modelName }) => modelName).join(', ')
  return (
    <span
      className={styles.estimate}
      title={t('estimate.compared.hint', { models, most: sumOf('maxCredits') })}
    >
      {t('estimate.compared', {
        count: estimates.length,
        likely: sumOf('likelyCredits'),
        low: sumOf('lowCredits'),
        high: sumOf('highCredits'),
      })}
    </span>
  )
}
