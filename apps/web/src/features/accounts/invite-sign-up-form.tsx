import { brokenPasswordRules, signUpByInvite } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { api, session } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { Field } from '../../lib/forms/field.tsx'
import formStyles from '../../lib/forms/form.module.css'
import { PasswordField, PasswordRules, isSignUpRefused } from '../identity/index.ts'
import { textFields } from '../../lib/forms/text-fields.ts'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'
import { inviteQuery } from './invites-queries.ts'
import { type ShownInvite, welcomeTo } from './opened-invite.ts'
import { keepAccount, switchAccount } from '../../entities/accounts/queries.ts'
import { TermsCheck } from './terms-check.tsx'

type FieldName = 'firstName' | 'lastName' | 'password' | 'confirmed'
type InviteSignUpFormProps = { token: string; invite: ShownInvite; email: string }

/** Signs up with the address that the invitation was mailed to, accepts the terms and joins, in one step. */
export function InviteSignUpForm({ token, invite, email }: InviteSignUpFormProps) {
  const { t } = useTranslation(['identity', 'invites', 'terms'])
  const navigate = useNavigate()
  const rulesId = useId()
  const [values, setValues] = useState({ firstName: '', lastName: '', password: '' })
  const [isConfirmed, setConfirmed] = useState(false)
  const { firstName, lastName, password } = values

  const check = (): Problems<FieldName> => ({
    ...(!firstName.trim() && { firstName: t('problem.firstName') }),
    ...(!lastName.trim() && { lastName: t('problem.lastName') }),
    ...(!password
      ? { password: t('problem.password') }
      : brokenPasswordRules(password).length > 0 && { password: t('problem.passwordRules') }),
    ...(!isConfirmed && { confirmed: t('terms:gate.missing') }),
  })

  async function send() {
    try {
      const body = { token, password, firstName, lastName, language: currentLanguage() }
      const { data } = await api.call(signUpByInvite, { body: { ...body, confirmedLegalAge: true } })
      const { account, roomId, isRoomClosed } = data
      if (account) welcomeTo({ account, roomId, isRoomClosed }, data.token.userId, invite.inviterName)
      session.signedIn(data.token)
      if (account) switchAccount(keepAccount(account).id)
      await navigate({ to: account ? '/chat' : '/accounts', replace: true })
    } catch (error) {
      if (isSignUpRefused(error)) return await navigate({ to: '/early-access-full' })
      if (hasChanged(error)) void queryClient.invalidateQueries({ queryKey: inviteQuery(token).queryKey })
      throw error
    }
  }

  const { form, submit, isSending, problems, forget, failure } = useSubmit<FieldName>(check, send)
  const field = textFields({ values, setValues, problems, forget })

  return (
    <form ref={form} className={formStyles.fields} noValidate onSubmit={(event) => void submit(event)}>
      <FailureNote failure={failure} />
      <Field
        name="email"
        label={t('field.email')}
        type="email"
        autoComplete="username"
        dir="auto"
        value={email}
        readOnly
      />
      <div className={formStyles.pair}>
        <Field {...field('firstName')} label={t('field.firstName')} autoComplete="given-name" />
        <Field {...field('lastName')} label={t('field.lastName')} autoComplete="family-name" />
      </div>
      <PasswordField
        {...field('password')}
        label={t('field.password')}
        autoComplete="new-password"
        aria-describedby={rulesId}
      />
      <PasswordRules id={rulesId} password={password} />
      <TermsCheck
        isConfirmed={isConfirmed}
        problem={problems.confirmed}
        onChange={(confirmed) => {
          setConfirmed(confirmed)
          forget('confirmed')
        }}
      />
      <Button type="submit" size="md" fullWidth loading={isSending}>
        {t('invites:join.action', { account: invite.accountName })}
      </Button>
    </form>
  )
}

/** Whether the invitation no longer matches the page: it ended, or its address has a user account now. */
const hasChanged = (error: unknown) =>
  error instanceof ApiError && (error.code === 'INVITE_NOT_VALID' || error.code === 'INVITE_SIGN_IN_FIRST')
