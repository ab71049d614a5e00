import { ProviderFault } from '../models/index.ts'
import type { AnswerOutcome } from './close-turn.ts'

/** How one model's try to answer ended, and whether a reader may have seen anything of it. */
export type Attempt = Omit<AnswerOutcome, 'model' | 'choice'> & { isBegun: boolean }

export const faultOf = (error: unknown): ProviderFault =>
  error instanceof ProviderFault ? error : new ProviderFault('INTERNAL', { cause: error })
