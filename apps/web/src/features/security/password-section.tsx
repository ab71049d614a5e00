import { brokenPasswordRules } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import forms from '../../lib/forms/form.module.css'
import { useTranslation } from '../../lib/translate.ts'
import { PasswordField, PasswordRules } from '../identity/index.ts'
import { textFields } from '../../lib/forms/text-fields.ts'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'
import { Section } from '../../lib/forms/section.tsx'
import { securityChanges } from './queries.ts'

type FieldName = 'old' | 'new'
const nothing = { old: '', new: '' }

/** Changes the password with the old one; people without one can set one. */
export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation(['security', 'identity'])
  const rulesId = useId()
  const [isOpen, setOpen] = useState(false)
  const [values, setValues] = useState(nothing)
  const check = (): Problems<FieldName> => ({
    ...(hasPassword && !values.old && { old: t('proof.noPassword') }),
    ...(brokenPasswordRules(values.new).length > 0 && {
      new: t(values.new ? 'identity:problem.passwordRules' : 'identity:problem.password'),
    }),
  })
  const { form, submit, isSending, problems, forget, failure } = useSubmit<FieldName>(check, async () => {
    await securityChanges.changePassword(values.new, hasPassword ? { password: values.old } : undefined)
    setValues(nothing)
    setOpen(false)
    void showToast(t('password.changed'), 'good')
  })
  const field = textFields({ values, setValues, problems, forget })
  const action = t(hasPassword ? 'password.change' : 'password.set')
  return (
    <Section title={t('password.title')} text={t(hasPassword ? 'password.text' : 'password.none')}>
      {isOpen ? (
        <form ref={form} noValidate className={forms.fields} onSubmit={(event) => void submit(event)}>
          {hasPassword && (
            <PasswordField
              {...field('old')}
              label={t('password.old')}
              autoComplete="current-password"
              autoFocus
            />
          )}
          <PasswordField
            {...field('new')}
            label={t('password.new')}
            autoComplete="new-password"
            aria-describedby={rulesId}
          />
          <PasswordRules id={rulesId} password={values.new} />
          <FailureNote failure={failure} />
          <Button type="submit" w="fit-content" loading={isSending}>
            {action}
          </Button>
        </form>
      ) : (
        <Button variant="default" w="fit-content" onClick={() => setOpen(true)}>
          {action}
        </Button>
      )}
    </Section>
  )
}
