import { fullName as nameOf, type Person } from '@atrium/contract'

/** First and last name; the email address of somebody who has none. */
export const fullName = (person: Person): string => nameOf(person) || person.userName
