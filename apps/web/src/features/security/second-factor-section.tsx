import type { OwnSecurity } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import styles from '../../lib/forms/section.module.css'
import { Section } from '../../lib/forms/section.tsx'
import { ProofForm } from './proof-form.tsx'
import { securityChanges } from './queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'

/** The open dialog: proof of identity, setup with a secret, or the recovery codes. */
type Open =
  | { what: 'nothing' | 'begin' | 'new-codes' | 'end' }
  | { what: 'set-up'; secret: string; address: string }
  | { what: 'codes'; recoveryCodes: string[] }

/** Turns the second factor on and off, and creates new recovery codes. */
export function SecondFactorSection({ secondFactor }: { secondFactor: OwnSecurity['secondFactor'] }) {
  const { t } = useTranslation(['security', 'common'])
  const [open, setOpen] = useState<Open>({ what: 'nothing' })
  const close = () => setOpen({ what: 'nothing' })
  const proving = {
    begin: {
      title: t('setUp.title'),
      text: t('secondFactor.text'),
      label: t('proof.goOn'),
      run: async (proof: Parameters<typeof securityChanges.beginSecondFactor>[0]) =>
        setOpen({ what: 'set-up', ...(await securityChanges.beginSecondFactor(proof)) }),
    },
    'new-codes': {
      title: t('newCodes.question'),
      text: t('newCodes.text'),
      label: t('secondFactor.newCodes'),
      run: async (proof: Parameters<typeof securityChanges.renewRecoveryCodes>[0]) =>
        setOpen({ what: 'codes', recoveryCodes: await securityChanges.renewRecoveryCodes(proof) }),
    },
    end: {
      title: t('end.question'),
      text: t('end.text'),
      label: t('secondFactor.end'),
      run: async (proof: Parameters<typeof securityChanges.endSecondFactor>[0]) => {
        await securityChanges.endSecondFactor(proof)
        close()
        void showToast(t('secondFactor.ended'), 'good')
      },
    },
  }
  const asked = open.what in proving ? proving[open.what as keyof typeof proving] : null
  return (
    <Section title={t('secondFactor.title')} text={t('secondFactor.text')}>
      {secondFactor ? (
        <IsOn secondFactor={secondFactor} />
      ) : (
        <p className={styles.text}>{t('secondFactor.off')}</p>
      )}
      <Group gap="sm">
        {secondFactor ? (
          <>
            <Button variant="default" onClick={() => setOpen({ what: 'new-codes' })}>
              {t('secondFactor.newCodes')}
            </Button>
            <Button variant="subtle" color="gray" onClick={() => setOpen({ what: 'end' })}>
              {t('secondFactor.end')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setOpen({ what: 'begin' })}>
            {t('secondFactor.setUp')}
          </Button>
        )}
      </Group>
      {asked && (
        <Dialog
          opened
          onClose={close}
          title={asked.title}
          closeButtonProps={{ 'aria-label': t('common:action.close') }}
        >
          <ProofForm
            key={open.what}
            confirmLabel={asked.label}
            isDangerous={open.what === 'end'}
            onCancel={close}
            onProve={asked.run}
          >
            <Text c="dimmed" mb="md">
              {asked.text}
            </Text>
          </ProofForm>
        </Dialog>
      )}
      {open.what === 'set-up' && (
        <SetUpDialog
          {...open}
          onClose={close}
          onOn={(recoveryCodes) => {
            setOpen({ what: 'codes', recoveryCodes })
            void showToast(t('secondFactor.isOn'), 'good')
          }}
        />
      )}
      {open.what === 'codes' && <RecoveryCodesDialog codes={open.recoveryCodes} onClose={close} />}
    </Section>
  )
}

function IsOn({ secondFactor }: { secondFactor: NonNullable<OwnSecurity['secondFactor']> }) {
  const { t } = useTranslation('security')
  const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' })
  return (
    <div>
      <p className={styles.mark}>
        {t('secondFactor.on', { date: date.format(new Date(secondFactor.since)) })}
      </p>
      <p className={styles.text}>{t('secondFactor.left', { count: secondFactor.recoveryCodesLeft })}</p>
    </div>
  )
}
