import { type AccountId, type CreditLimits, type RoomId } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, NumberInput, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { roomsQuery } from '../../entities/rooms/queries.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { LimitRow } from './limit-row.tsx'
import { creditLimitsQuery, setRoomLimit } from './queries.ts'
import styles from './settings.module.css'

const most = 1_000_000_000

/** The monthly limits of rooms, which are set here, and of members, which are set on their page; both with this month's usage. */
export function RoomLimitsSection({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('accountAdmin')
  const titleId = useId()
  const found = useQuery(creditLimitsQuery(accountId))
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {t('roomLimits.title')}
        </h2>
        <p className={styles.text}>{t('roomLimits.text')}</p>
      </div>
      <div className={styles.form}>
        <Loaded
          query={found}
          skeleton={<SkeletonRows count={3} label={t('settings.loading')} />}
          failed={t('settings.failed')}
        >
          {(limits) => <Limits accountId={accountId} limits={limits} />}
        </Loaded>
        <AddLimit accountId={accountId} />
      </div>
    </section>
  )
}

function Limits({ accountId, limits: { members, rooms } }: { accountId: AccountId; limits: CreditLimits }) {
  const { t } = useTranslation('accountAdmin')
  const remove = (roomId: RoomId) =>
    void showOutcome(setRoomLimit(accountId, roomId, null), t('roomLimits.removed'))
  if (members.length + rooms.length === 0) return <p className={styles.quiet}>{t('roomLimits.none')}</p>
  return (
    <>
      {rooms.length > 0 && (
        <ul className={styles.limits} aria-label={t('roomLimits.rooms')}>
          {rooms.map(({ roomId, name, ...limit }) => (
            <LimitRow
              key={roomId}
              name={name ?? t('roomLimits.privateRoom')}
              limit={limit}
              onRemove={() => remove(roomId)}
            />
          ))}
        </ul>
      )}
      {members.length > 0 && (
        <>
          <ul className={styles.limits} aria-label={t('roomLimits.members')}>
            {members.map(({ userId, name, ...limit }) => (
              <LimitRow key={userId} name={name} limit={limit} />
            ))}
          </ul>
          <Link to="/account-members/$id" params={{ id: accountId }} className={styles.link}>
            {t('roomLimits.toMembers')}
          </Link>
        </>
      )}
    </>
  )
}

function AddLimit({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('accountAdmin')
  const { data: rooms } = useQuery(roomsQuery(accountId))
  const [roomId, setRoomId] = useState<RoomId | null>(null)
  const [limit, setLimit] = useState<number | string>('')
  const isEntered = limit !== ''
  const check = () => ({
    ...(roomId === null && { room: t('roomLimits.noRoom') }),
    ...(!isEntered && { limit: t('roomLimits.noLimit') }),
  })
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'room' | 'limit'>(
    check,
    async () => {
      if (roomId === null) return
      await setRoomLimit(accountId, roomId, Number(limit))
      setRoomId(null)
      setLimit('')
      void showToast(t('roomLimits.saved'), 'good')
    },
  )
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <Select<RoomId>
        name="room"
        label={t('roomLimits.room')}
        searchable
        nothingFoundMessage={t('roomLimits.noMatch')}
        renderOption={({ option }) => <span dir="auto">{option.label}</span>}
        value={roomId}
        error={problems.room}
        onChange={(value) => {
          setRoomId(value)
          forget('room')
        }}
        data={(rooms ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberInput
        name="limit"
        label={t('roomLimits.credits')}
        min={0}
        max={most}
        decimalScale={3}
        allowNegative={false}
        hideControls
        value={limit}
        error={problems.limit}
        onChange={(value) => {
          setLimit(value)
          forget('limit')
        }}
      />
      <FailureNote failure={failure} />
      <div>
        <Button type="submit" variant="default" loading={isSending}>
          {t('roomLimits.save')}
        </Button>
      </div>
    </form>
  )
}
