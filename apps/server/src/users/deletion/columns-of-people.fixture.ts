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

/**
 * The columns whose rows a foreign key deletes together with a row that one of these columns finds: `room_member.user_id` with
 * `membership.user_id`, since it is part of the key of the membership.
 */
export async function columnsDeletedWith({ pool }: Database, columns: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; refersTo: string }>(`
    select own.attrelid::regclass || '.' || own.attname as name, other.attrelid::regclass || '.' || other.attname as "refersTo"
    from pg_constraint cross join unnest(conkey, confkey) as pair (own_key, other_key)
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = pair.own_key
    join pg_attribute as other on other.attrelid = confrelid and other.attnum = pair.other_key
    where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace`)
  const deleted = new Set(columns)
  for (let size = 0; size < deleted.size;) {
    size = deleted.size
    for (const { name, refersTo } of rows) if (deleted.has(refersTo)) deleted.add(name)
  }
  return [...deleted].filter((name) => !columns.includes(name))
}
