import {
  type Account,
  type BillingDetails,
  type BillingMistake,
  billingMistakes,
  countries,
} from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { showToast } from '../../lib/toasts/toasts.ts'
import { BillingFrame } from './billing-frame.tsx'
import styles from './billing.module.css'
import { billingChanges, billingDetailsQuery } from './queries.ts'
import { useBillingWords } from './use-billing-words.ts'

/** Who pays and gets the receipts (PLAN-01). */
export function BillingDetailsScreen() {
  const { t } = useBillingWords()
  return <BillingFrame title={t('address.title')}>{(account) => <Address account={account} />}</BillingFrame>
}

function Address({ account }: { account: Account }) {
  const { t } = useBillingWords()
  const found = useQuery(billingDetailsQuery(account.id))
  return (
    <Loaded
      query={found}
      skeleton={<SkeletonRows count={6} label={t('loading')} />}
      failed={t('address.failed')}
    >
      {(details) => <AddressForm key={JSON.stringify(details)} account={account} details={details} />}
    </Loaded>
  )
}

const empty: BillingDetails = {
  name: '',
  email: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  taxId: '',
}
type FieldName = keyof BillingDetails

function AddressForm({ account, details }: { account: Account; details: BillingDetails | null }) {
  const { t } = useBillingWords()
  const [values, setValues] = useState(details ?? empty)
  const names = useCountryNames()
  const problemOf = ({ rule, example }: BillingMistake) =>
    rule === 'missing'
      ? t('address.required')
      : example === null
        ? t('address.wrong')
        : t('address.wrongExample', { example })
  const check = () => {
    const problems: Partial<Record<FieldName, string>> = {}
    for (const name of ['name', 'line1', 'city', 'country'] as const)
      if (values[name].trim() === '') problems[name] = t('address.required')
    if (!looksLikeEmail(values.email.trim())) problems.email = t('address.wrongEmail')
    if (values.country !== '')
      for (const mistake of billingMistakes(trimmed(values))) problems[mistake.field] ??= problemOf(mistake)
    return problems
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<FieldName>(check, async () => {
    await billingChanges(account.id).saveDetails(trimmed(values))
    void showToast(t('address.saved'), 'good')
  })
  const change = (name: FieldName, value: string) => {
    setValues((known) => ({ ...known, [name]: value }))
    forget(name)
  }
  const field = (name: FieldName, autoComplete: string, isRequired = false) => (
    <TextInput
      name={name}
      label={t(`address.${name}`)}
      autoComplete={autoComplete}
      required={isRequired}
      value={values[name]}
      error={problems[name]}
      onChange={(event) => change(name, event.currentTarget.value)}
      {...(name === 'email' && { type: 'email', dir: 'ltr' })}
    />
  )
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <p className={styles.about}>{t('address.text')}</p>
      <div className={styles.pair}>
        {field('name', 'organization', true)}
        {field('email', 'email', true)}
      </div>
      <Select
        name="country"
        label={t('address.country')}
        required
        searchable
        value={values.country || null}
        data={names}
        error={problems.country}
        nothingFoundMessage={t('address.noCountry')}
        onChange={(value) => change('country', value ?? '')}
      />
      {field('line1', 'address-line1', true)}
      {field('line2', 'address-line2')}
      <div className={styles.pair}>
        {field('postalCode', 'postal-code')}
        {field('city', 'address-level2', true)}
      </div>
      <div className={styles.pair}>
        {field('state', 'address-level1')}
        {field('taxId', 'off')}
      </div>
      <FailureNote failure={failure} />
      <Group gap="sm">
        <Button type="submit" loading={isSending}>
          {t('address.save')}
        </Button>
      </Group>
    </form>
  )
}

const trimmed = (details: BillingDetails) =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, value.trim()])) as BillingDetails

/** Every country by its name in the interface's language. */
function useCountryNames(): { value: string; label: string }[] {
  const language = currentLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    return countries
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .toSorted((one, other) => one.label.localeCompare(other.label, language))
  }, [language])
}
