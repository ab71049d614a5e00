import { useEffect } from 'react'
import { fields, text } from '../../lib/parse.ts'
import { stored } from '../../lib/stored.ts'
import { useUser } from '../identity/use-session.ts'

/** Whom this browser greeted last: the page's first paint greets them again before the server has said who is there. */
const greeted = stored('greeted', fields({ userId: text, firstName: text }))

/** The first name of who is signed in; as it was here before until the server has told it, '' when it never did. */
export function useFirstName(): string {
  const user = useUser()
  const userId = user?.id
  const told = user?.info?.firstName
  useEffect(() => {
    if (userId === undefined) return
    if (told !== undefined) greeted.write({ userId, firstName: told })
    // Somebody else was here before.
    else if (greeted.read()?.userId !== userId) greeted.remove()
  }, [userId, told])
  if (told !== undefined) return told
  const before = greeted.read()
  return before !== null && before.userId === userId ? before.firstName : ''
}
