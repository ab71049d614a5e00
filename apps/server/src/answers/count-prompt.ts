import { countTokens, type PromptMessage } from '../models/index.ts'
import { pictureTokens } from './pictures.ts'

/** What a prompt counts, with the few tokens that every message takes beside its text. */
export const countPrompt = (prompt: readonly PromptMessage[]): number =>
  prompt.reduce(
    (sum, message) => sum + countTokens(message.text) + (message.pictures?.length ?? 0) * pictureTokens + 4,
    0,
  )
