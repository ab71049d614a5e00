import type { Person } from '@atrium/contract'

/** First and last name; the email address of somebody who has none. */
export const fullName = ({ firstName, lastName, userName }: Person): string =>
  `${firstName} ${lastName}`.trim() || userName
