import { changeUser, type UserChanges, type UserInfo } from '@atrium/contract'
import type { z } from 'zod'
import { browserZone } from '../../lib/text/browser-zone.ts'
import { api, session } from '../../lib/api/api.ts'

type Choices = Pick<z.input<typeof UserChanges>, 'language' | 'colorScheme' | 'timeZone'>

/** Choices that were made here before those of the user were applied. */
let chosenBefore: Choices = {}
let takenFor: string | null = null

/**
 * Syncs a choice of theme or language to the user's other devices. Made while signed out, it applies to the next person who signs
 * in.
 */
export function keepForUser(choices: Choices): void {
  const now = session.state.get()
  const isSignedIn = now.status === 'authenticated'
  if (!isSignedIn || takenFor !== now.user.id) chosenBefore = { ...chosenBefore, ...choices }
  if (isSignedIn) send(choices)
}

/** The user's choices from elsewhere that this browser should apply: once per user, and none that was just changed here. */
export function choicesToFollow(info: UserInfo): Choices {
  if (takenFor === info.user_id) return {}
  takenFor = info.user_id
  const chosenHere = chosenBefore
  chosenBefore = {}
  // Without a chosen time zone, dates and daily emails use the browser's, which the profile shows.
  const timeZone = info.timeZone === null ? { timeZone: browserZone } : {}
  const toKeep = { ...chosenHere, ...timeZone }
  if (Object.keys(toKeep).length > 0) send(toKeep)
  return {
    language: chosenHere.language ? undefined : (info.language ?? undefined),
    colorScheme: chosenHere.colorScheme ? undefined : (info.colorScheme ?? undefined),
  }
}

/** This browser has stored the choice already, so a failure is not worth reporting. */
function send(choices: Choices): void {
  api.call(changeUser, { body: choices }).then(
    ({ message }) => session.setUserInfo(message),
    () => {},
  )
}
