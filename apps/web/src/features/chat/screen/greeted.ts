import { useEffect } from 'react'
import { fields, text } from '../../../lib/text/parse.ts'
import { stored } from '../../../lib/stored.ts'
import { useUser } from '../../../lib/session/use-session.ts'

/** The last greeted person: the first paint greets them again before the server has replied. */
const greeted = stored('greeted', fields({ userId: text, firstName: text }))

/** Returns the signed-in person's first name; the stored one until the server replies, '' without one. */
export function useFirstName(): string {
  const user = useUser()
  const userId = user?.id
  const knownName = user?.info?.firstName
  useEffect(() => {
    if (userId === undefined) return
    if (knownName !== undefined) greeted.write({ userId, firstName: knownName })
    // Another person used this browser before.
    else if (greeted.read()?.userId !== userId) greeted.remove()
  }, [userId, knownName])
  if (knownName !== undefined) return knownName
  const before = greeted.read()
  return before !== null && before.userId === userId ? before.firstName : ''
}
