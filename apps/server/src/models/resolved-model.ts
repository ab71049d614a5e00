import type { ModelPrice } from '../credits/index.ts'
import type { PictureMaker } from './image-models.ts'
import type { StreamingModel } from './language-models.ts'
import type { ModelRow, Protocol } from './models-file.ts'
import type { PictureModel } from './picture-model.ts'

/** A model that is about to answer. Holds no key: it may be logged. */
export interface ResolvedModel {
  modelId: string
  displayName: string
  /** The provider's name as people know it. */
  providerName: string
  sandbox: boolean
  contextLimit: number
  maxOutputTokens: number
  /** It sees the pictures of a question. */
  seesPictures: boolean
  /** It thinks before it answers when asked to. */
  reasoning: boolean
  price: ModelPrice
  protocol: Protocol
  effort: ModelRow['effort']
  /** How long an answer may take altogether, in milliseconds. */
  answerLimitMs: number
  /** The vendor's model. A function, so that nothing that prints this object reaches the key in it. */
  language: () => StreamingModel
  /** What it can be asked for when it makes pictures; null for one that writes. */
  pictures: PictureModel | null
  /** The vendor's model of one that makes pictures. */
  maker: () => PictureMaker
}
