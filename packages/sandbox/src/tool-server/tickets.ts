/** A ticket of the made-up service desk. */
export type Ticket = { number: string; title: string; state: 'open' | 'closed'; note: string }

/** The tickets that the service desk begins with. */
export const firstTickets: readonly Ticket[] = [
  {
    number: 'SD-101',
    title: 'Oxygen sensor of pen 4 shows no values',
    state: 'open',
    note: 'Sensor replaced on Monday; waiting for a new cable.',
  },
  {
    number: 'SD-102',
    title: 'Printer of the harbour office is offline',
    state: 'closed',
    note: 'Restarted after the network change.',
  },
  {
    number: 'SD-103',
    title: 'Access to the feeding plan for the new shift leader',
    state: 'open',
    note: 'Waiting for approval by the site manager.',
  },
]

/** Tickets whose title or note has one of the words; all when there are no words. */
export function findTickets(tickets: readonly Ticket[], words: string): Ticket[] {
  const wanted = words.toLowerCase().match(/[\p{L}\p{N}-]{3,}/gu) ?? []
  const found = tickets.filter(({ number, title, note }) =>
    wanted.some((word) => `${number} ${title} ${note}`.toLowerCase().includes(word)),
  )
  return found.length > 0 || wanted.length === 0 ? found : [...tickets]
}

export const ticketLine = ({ number, title, state, note }: Ticket): string =>
  `${number} (${state}): ${title}. ${note}`.trim()
