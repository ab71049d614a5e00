import { fullName as nameOf, type Person } from '@atrium/contract'

/** First and last name; the email address if there is none. */
export const fullName = (person: Person): string => nameOf(person) || person.userName
