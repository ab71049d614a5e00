import type { ErrorCode } from '@atrium/contract'
import type { ModelPrice } from '../../credits/index.ts'
import type { PictureMaker } from '../pictures/image-models.ts'
import type { StreamingModel } from '../wire/streaming-model.ts'
import type { ModelRow, Protocol } from './models-file.ts'
import type { PictureModel } from '../pictures/picture-model.ts'

/** A model about to answer. Contains no key: may be logged. */
export interface ResolvedModel {
  modelId: string
  displayName: string
  /** The provider's display name. */
  providerName: string
  sandbox: boolean
  contextLimit: number
  maxOutputTokens: number
  /** Whether it has vision. */
  seesPictures: boolean
  /** Whether it calls tools. */
  callsTools: boolean
  /** Whether it queries the tables of spreadsheets by calling tools. */
  readsSpreadsheets: boolean
  /** Whether an agent job writes its answers. */
  isDeferred: boolean
  /** Whether it can reason. */
  reasoning: boolean
  price: ModelPrice
  protocol: Protocol
  effort: ModelRow['effort']
  /** Maximum silence, also before its first word, in milliseconds. */
  silenceLimitMs: number
  /** Maximum duration of an answer, in milliseconds. */
  answerLimitMs: number
  /** The vendor's model. A function, so that printing this object can't reveal the key. */
  language: () => StreamingModel
  /** Its picture options; null for a text model. */
  pictures: PictureModel | null
  /** Called for each failed call of its provider. */
  onFault?: (code: ErrorCode) => void
  /** The vendor's picture model. */
  maker: () => PictureMaker
}
