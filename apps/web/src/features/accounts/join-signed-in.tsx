import { acceptTerms } from '@atrium/contract'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api, session } from '../../lib/api/api.ts'
import { storedJoining } from '../../lib/stored.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import formStyles from '../../lib/forms/form.module.css'
import { signOut, invitePath } from '../identity/index.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import styles from './accounts.module.css'
import { joinBy } from './invites-queries.ts'
import { type ShownInvite, welcomeTo } from './opened-invite.ts'
import { switchAccount } from '../../entities/accounts/queries.ts'
import { TermsCheck } from './terms-check.tsx'

type JoinProps = { token: string; invite: ShownInvite }

/** For signed-in people: joins by a click, or at once if they signed in to join; shows if the mail was for another person. */
export function JoinSignedIn({ token, invite }: JoinProps) {
  const user = useUser()
  const isKnown = user?.info !== null
  useEffect(() => {
    // Only the product's frame loads the user; without it the address is unknown.
    if (!isKnown) session.refreshUserInfo().catch(() => undefined)
  }, [isKnown])
  if (user === null) return null
  const email = user.info?.userName
  const invited = invite.recipient?.email
  if (email !== undefined && invited !== undefined && email.toLowerCase() !== invited)
    return <SomebodyElse email={email} invited={invited} />
  return <JoinForm token={token} invite={invite} email={email} />
}

/** Signs out and stays on the invitation, for its recipient. */
function useLeaving() {
  const navigate = useNavigate()
  return async () => {
    await signOut()
    await navigate({ to: invitePath, replace: true })
  }
}

function JoinForm({ token, invite, email }: JoinProps & { email: string | undefined }) {
  const { t } = useTranslation(['invites', 'terms'])
  const navigate = useNavigate()
  const leave = useLeaving()
  const user = useUser()
  const [needsTerms] = useState(user?.termsAccepted === false)
  const [isConfirmed, setConfirmed] = useState(false)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'confirmed'>(
    () => (needsTerms && !isConfirmed ? { confirmed: t('terms:gate.missing') } : {}),
    async () => {
      if (needsTerms) {
        const { message } = await api.call(acceptTerms, { body: { confirmedLegalAge: true } })
        session.setUserInfo(message)
        // The token states whether the terms were accepted, so a new one is needed.
        await session.renew()
      }
      const joined = await joinBy(token)
      if (user) welcomeTo(joined, user.id, invite.inviterName)
      switchAccount(joined.account.id)
      await navigate({ to: '/chat', replace: true })
    },
  )
  const join = useRef(submit)
  join.current = submit
  const joinsAtOnce = !needsTerms && email !== undefined
  useEffect(() => {
    if (!joinsAtOnce || storedJoining.read() !== token) return
    // Only once: after a failure the button remains.
    storedJoining.remove()
    void join.current()
  }, [joinsAtOnce, token])

  return (
    <form ref={form} className={formStyles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <FailureNote failure={failure} />
      {needsTerms && (
        <TermsCheck
          isConfirmed={isConfirmed}
          problem={problems.confirmed}
          onChange={(confirmed) => {
            setConfirmed(confirmed)
            forget('confirmed')
          }}
        />
      )}
      <div className={styles.ways}>
        <Button type="submit" size="md" loading={isSending}>
          {t('join.action', { account: invite.accountName })}
        </Button>
        <Button variant="subtle" color="gray" size="md" disabled={isSending} onClick={() => void leave()}>
          {t('join.other')}
        </Button>
      </div>
      {email !== undefined && (
        <p className={styles.signedInAs}>
          {t('join.as')} <bdi dir="ltr">{email}</bdi>
        </p>
      )}
    </form>
  )
}

/** The invitation is for another address: joins nothing, and leaves it valid for its recipient. */
function SomebodyElse({ email, invited }: { email: string; invited: string }) {
  const { t } = useTranslation(['invites', 'common'])
  const leave = useLeaving()
  return (
    <div role="alert">
      <p className={formStyles.note}>
        <strong>{t('join.notYours')}</strong>
        <br />
        {t('join.sentTo')} <bdi dir="ltr">{invited}</bdi>
        <br />
        {t('join.as')} <bdi dir="ltr">{email}</bdi>
      </p>
      <div className={styles.ways} data-below>
        <Button size="md" onClick={() => void leave()}>
          {t('join.switch')}
        </Button>
        <Button size="md" variant="default" renderRoot={(props) => <Link {...props} to="/chat" replace />}>
          {t('join.stay')}
        </Button>
      </div>
    </div>
  )
}
