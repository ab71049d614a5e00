import type { Turn } from '@atrium/contract'

/** The name of the model that answers, as far as it is known. */
export const modelOf = ({
  modelName,
  requestedModelId,
}: Pick<Turn, 'modelName' | 'requestedModelId'>): string => modelName ?? requestedModelId
