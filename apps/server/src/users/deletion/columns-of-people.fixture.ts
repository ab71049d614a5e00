import type { Database } from '../../platform/database/index.ts'

/** Columns that identify people: references to a user, and names that suggest a person or an address. */
export const columnsOfPeople = async ({ pool }: Database): Promise<string[]> =>
  (
    await pool.query<{ name: string }>(`
      select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped and (
        attname ~ '(^|_)(user_id|owner_id|author_id|actor_id|person_id|holder|email|recipient)$'
        or attname ~ '_by$'
        or exists (
          select from pg_constraint
          where contype = 'f' and confrelid = 'identity_user'::regclass and conrelid = attrelid and attnum = any(conkey)))
      union select 'identity_user.id' order by 1`)
  ).rows.map(({ name }) => name)
