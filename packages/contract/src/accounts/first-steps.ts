import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'

/** The first steps of a new account's admins; each counts as done once it has happened, however it happened. */
export const FirstSteps = z.strictObject({
  /** Somebody was invited, or the account has another member. */
  hasInvited: z.boolean(),
  /** A room or a knowledge base has a file. */
  hasFile: z.boolean(),
  /** The caller used a template. */
  hasUsedTemplate: z.boolean(),
  /** The caller closed the list. */
  isDismissed: z.boolean(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const getFirstSteps = endpoint({
  name: 'getFirstSteps',
  host: 'main',
  method: 'GET',
  path: '/first-steps',
  caller: 'account-admin',
  summary:
    'Returns which of the first steps of a new account are done, and whether the caller closed the list.',
  reply: { json: messageReply(FirstSteps) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
export const dismissFirstSteps = endpoint({
  name: 'dismissFirstSteps',
  host: 'main',
  method: 'PUT',
  path: '/first-steps/dismissed',
  caller: 'account-admin',
  summary: 'Closes the list of first steps for the caller, on all their devices.',
  reply: { json: messageReply(FirstSteps) },
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  idempotency: 'key',
})
export const firstStepsEndpoints = { getFirstSteps, dismissFirstSteps }
