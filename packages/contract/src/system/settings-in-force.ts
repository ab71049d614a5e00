import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'

/** A setting of the installation as it is in force. */
export const SettingInForce = z.strictObject({
  /** The name of its environment variable. */
  name: z.string(),
  description: z.string(),
  /** `environment`: the environment or the file .env. `page`: an administrator set it on a page of System. */
  source: z.enum(['environment', 'page', 'default']),
  /** Null when it has none, and for secrets. */
  value: z.string().nullable(),
  /** Secrets are shown as set or not, never by value. */
  isSecret: z.boolean(),
  isSet: z.boolean(),
})
export type SettingInForce = z.infer<typeof SettingInForce>

export const listSettingsInForce = endpoint({
  name: 'listSettingsInForce',
  host: 'main',
  method: 'GET',
  path: '/system/settings/in-force',
  caller: 'system-admin',
  summary:
    'Lists every setting of the process that replies, with its value and its source. Secrets are shown as set or not.',
  reply: { json: dataReply(z.array(SettingInForce)) },
  errors: [],
})

export const settingsInForceEndpoints = { listSettingsInForce }
