import { type AutoOptions, type AutoPreference, limits, type UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { inSystem, type Database, type Transaction } from '../../platform/database/index.ts'

/** A person's model preferences, in every account (MODEL-02, MODEL-03). */
export interface ModelPreferences extends AutoOptions {
  favouriteIds: readonly string[]
}

/** Auto's preference for people who haven't chosen. */
const defaultPreference: AutoPreference = 'balanced'

export const defaultModelPreferences: ModelPreferences = {
  preference: defaultPreference,
  modelIds: null,
  favouriteIds: [],
}

/** The profile belongs to the person, not to an account: any transaction may read it. */
export async function modelPreferencesOf(trx: Transaction, userId: UserId): Promise<ModelPreferences> {
  const { rows } = await sql<{
    auto_preference: AutoPreference | null
    auto_model_ids: string[] | null
    favourite_model_ids: string[]
  }>`select auto_preference, auto_model_ids, favourite_model_ids from user_profile where user_id = ${userId}`.execute(
    trx,
  )
  const [row] = rows
  if (!row) return defaultModelPreferences
  return {
    preference: row.auto_preference ?? defaultPreference,
    modelIds: row.auto_model_ids,
    favouriteIds: row.favourite_model_ids,
  }
}

/** Stores the person's options for Auto. */
export async function setAutoOptions(
  database: Database,
  userId: UserId,
  { preference, modelIds }: AutoOptions,
): Promise<void> {
  const ids = modelIds && [...new Set(modelIds)]
  await inSystem(database, (trx) =>
    sql`update user_profile set auto_preference = ${preference}, auto_model_ids = ${ids}::text[]
      where user_id = ${userId}`.execute(trx),
  )
}

/** Adds or removes a favorite model, idempotently and under concurrency. Above the limit the oldest favorite is removed. */
export async function markFavourite(
  database: Database,
  userId: UserId,
  { modelId, isFavourite }: { modelId: string; isFavourite: boolean },
): Promise<void> {
  const others = sql`array_remove(favourite_model_ids, ${modelId})`
  const marked = isFavourite
    ? sql`(array_append(${others}, ${modelId}))[cardinality(${others}) + 2 - ${limits.maxFavouriteModels}::int :]`
    : others
  await inSystem(database, (trx) =>
    sql`update user_profile set favourite_model_ids = ${marked} where user_id = ${userId}`.execute(trx),
  )
}
