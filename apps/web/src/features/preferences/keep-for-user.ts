import { changeUser, type UserChanges, type UserInfo } from '@atrium/contract'
import type { z } from 'zod'
import { api, session } from '../../lib/api.ts'

type Choices = Pick<z.input<typeof UserChanges>, 'language' | 'colorScheme'>

let beforeSignIn: Choices = {}
let takenFor: string | null = null

/**
 * Takes a choice of look or language along to the user's other devices. Made before anybody is signed in, it counts for
 * who signs in next.
 */
export function keepForUser(choices: Choices): void {
  if (session.state.get().status === 'authenticated') send(choices)
  else beforeSignIn = { ...beforeSignIn, ...choices }
}

/** What the user chose elsewhere and this browser should follow: once a user, and nothing that was just chosen here. */
export function choicesToFollow(info: UserInfo): Choices {
  if (takenFor === info.user_id) return {}
  takenFor = info.user_id
  const chosenHere = beforeSignIn
  beforeSignIn = {}
  if (chosenHere.language ?? chosenHere.colorScheme) send(chosenHere)
  return {
    language: chosenHere.language ? undefined : (info.language ?? undefined),
    colorScheme: chosenHere.colorScheme ? undefined : (info.colorScheme ?? undefined),
  }
}

/** This browser has kept the choice already, so a failure is not worth a word. */
function send(choices: Choices): void {
  api.call(changeUser, { body: choices }).then(
    ({ message }) => session.tellUserInfo(message),
    () => {},
  )
}
