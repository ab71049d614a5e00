import {
  DowntimeSettings,
  ForceLogoutSettings,
  MailServer,
  SearchService,
  SetupStep,
  SignUpMode,
} from '@atrium/contract'
import { z } from 'zod'
import type { Database, Transaction } from '../platform/database/index.ts'
import type { SystemSettingTable } from './tables.ts'

/** A stored logo: its bytes, cleaned, in base64. */
const StoredLogo = z.object({
  name: z.string(),
  contentType: z.enum(['image/png', 'image/jpeg']),
  base64: z.string(),
})
export type StoredLogo = z.infer<typeof StoredLogo>

/** The schema of each row. An unreadable row counts as not set. */
const forms = {
  'sign-up': z.object({ mode: SignUpMode }),
  mail: MailServer,
  'web-search': SearchService,
  branding: z.object({ name: z.string().nullable(), logo: StoredLogo.nullable() }),
  setup: z.object({
    steps: z.partialRecord(SetupStep, z.enum(['open', 'done', 'skipped'])),
    isFinished: z.boolean(),
  }),
  downtime: DowntimeSettings,
  'forced-sign-out': ForceLogoutSettings,
  announcement: z.object({
    desktop: z.string(),
    mobile: z.string().nullable(),
    text: z.string(),
    activeTill: z.string().nullable(),
  }),
  'new-chat': z.object({ picture: z.string().nullable(), title: z.string(), text: z.string() }),
}

type Forms = { [Name in keyof typeof forms]: z.infer<(typeof forms)[Name]> }

/** The settings from the page; null where not set. */
export type StoredSettings = {
  [Name in keyof Forms]: { value: Forms[Name]; secretSealed: string | null } | null
}
type SettingName = SystemSettingTable['name']

export async function readStoredSettings(
  database: Database['kysely'] | Transaction,
): Promise<StoredSettings> {
  const rows = await database
    .selectFrom('system_setting')
    .select(['name', 'value', 'secret_sealed'])
    .execute()
  const read = <Name extends SettingName>(name: Name): StoredSettings[Name] => {
    const row = rows.find((one) => one.name === name)
    const parsed = row && forms[name].safeParse(row.value)
    if (!row || !parsed?.success) return null
    return { value: parsed.data, secretSealed: row.secret_sealed } as StoredSettings[Name]
  }
  return {
    'sign-up': read('sign-up'),
    mail: read('mail'),
    'web-search': read('web-search'),
    branding: read('branding'),
    setup: read('setup'),
    downtime: read('downtime'),
    'forced-sign-out': read('forced-sign-out'),
    announcement: read('announcement'),
    'new-chat': read('new-chat'),
  }
}
