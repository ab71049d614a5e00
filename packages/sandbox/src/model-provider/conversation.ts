/** One turn of the conversation in a request. */
export interface Turn {
  role: 'user' | 'assistant'
  text: string
  /** How many images came with it; the sandbox models do not look at them, but they count as input. */
  images: number
}

/** The common form of every wire protocol's request. */
export interface Conversation {
  model: string
  /** All system and developer instructions, joined by blank lines. */
  instructions: string
  turns: Turn[]
  /** Names of the tools that may be called now. */
  tools: string[]
  /** What the called tools returned since the last question. */
  toolResults: string[]
  streaming: boolean
  /** Whether a chat-completions stream ends with a usage chunk; the other protocols always include usage. */
  usageAskedFor: boolean
  /** Null when the request sets none. */
  maxOutputTokens: number | null
}

/** The text of the last user turn, '' when there is none. */
export function questionOf(conversation: Conversation): string {
  return conversation.turns.findLast((turn) => turn.role === 'user')?.text ?? ''
}

/** The user's turns before the last one, oldest first. */
export function earlierQuestionsOf(conversation: Conversation): string[] {
  const questions = conversation.turns.filter((turn) => turn.role === 'user').map((turn) => turn.text)
  return questions.slice(0, -1)
}
