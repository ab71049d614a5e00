import { ProviderFault } from '../../models/index.ts'
import type { AnswerOutcome } from './answer-to-write.ts'

/** The result of one model's attempt to answer, and whether a reader may have seen any of it. */
export type Attempt = Omit<AnswerOutcome, 'model' | 'choice'> & { hasStarted: boolean }

export const faultOf = (error: unknown): ProviderFault =>
  error instanceof ProviderFault ? error : new ProviderFault('INTERNAL', { cause: error })
