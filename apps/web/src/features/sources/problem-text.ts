import type { DocumentProblem } from '@atrium/contract'
import type { TFunction } from 'i18next'

/** Why a document could not be read, and what can be done; without a reason that it is not read yet. */
export const problemText = (problem: DocumentProblem | null, t: TFunction<'sources'>): string =>
  problem === null ? t('problem.none') : t(`problem.${problem}`)
