import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import formStyles from '../../lib/forms/form.module.css'
import { useTranslation } from '../../lib/translate.ts'

type TermsCheckProps = {
  isConfirmed: boolean
  problem: string | undefined
  onChange: (isConfirmed: boolean) => void
}

/** Accepting the terms inside a form that does more; the terms open beside it. */
export function TermsCheck({ isConfirmed, problem, onChange }: TermsCheckProps) {
  const { t } = useTranslation(['invites', 'terms'])
  return (
    <div>
      <Checkbox
        name="confirmed"
        size="md"
        label={t('join.accept')}
        description={t('terms:gate.age')}
        error={problem}
        checked={isConfirmed}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className={formStyles.quiet}>
        <Link className={formStyles.link} to="/terms-of-use" target="_blank">
          {t('join.readTerms')}
        </Link>
      </p>
    </div>
  )
}
