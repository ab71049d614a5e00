/** A question as its asker sent it, with the ids that it was given in the browser. */
export type SentQuestion = { turnId: string; messageId: string; text: string }

/** The events of one answer in the order in which one reader saw them; `json` is the event's data as it was sent. */
export type SeenAnswer = { turnId: string; events: { eventId: number; json: string }[] }

/** What clients and the model provider saw: the traffic that the database is held against. */
export type Witnessed = {
  /** Questions that the server said it had taken. */
  acknowledged: SentQuestion[]
  /** One entry for each reader of an answer. */
  seen: SeenAnswer[]
  /** Every turn that anybody tried to open. With it, the database may hold no others. */
  sent?: { turnId: string; messageId: string; text: string }[]
  /** The question of every request for an answer that reached the provider. */
  asked?: string[]
}

export type Violation = { invariant: string; what: string }
