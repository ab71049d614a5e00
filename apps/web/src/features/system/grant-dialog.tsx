import { type GrantFrequency, grantFrequencies, limits, mintId, type SystemAccount } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { accountChanges } from './queries.ts'

type GrantDialogProps = { account: SystemAccount; onClose: () => void }

const frequencyOf = oneOf(...grantFrequencies)

/** Grants credits to an account, once or every month. */
export function GrantDialog({ account, onClose }: GrantDialogProps) {
  const { t } = useTranslation(['systemPlans', 'common'])
  // The id is the same for every attempt, so that a grant is never made twice.
  const [id] = useState(() => mintId('grant'))
  const [credits, setCredits] = useState<number | string>('')
  const [frequency, setFrequency] = useState<GrantFrequency>('once')
  const [reason, setReason] = useState('')
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'credits' | 'reason'>(
    () => ({
      ...(!isAmount(credits) && { credits: t('grant.credits.wrong') }),
      ...(reason.trim() === '' && { reason: t('grant.reason.missing') }),
    }),
    async () => {
      await accountChanges(account.id).grant({ id, credits: Number(credits), frequency, reason })
      void showToast(t('grant.done', { name: account.name }), 'good')
      onClose()
    },
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('grant.title', { name: account.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text c="dimmed" size="sm">
            {t('grant.text')}
          </Text>
          <FailureNote failure={failure} />
          <NumberInput
            data-autofocus
            name="credits"
            label={t('grant.credits')}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={credits}
            error={problems.credits}
            onChange={(value) => {
              setCredits(value)
              forget('credits')
            }}
          />
          <Radio.Group
            label={t('grant.frequency')}
            value={frequency}
            onChange={(value) => setFrequency(frequencyOf(value) ?? 'once')}
          >
            <Stack gap="sm" mt="xs">
              {grantFrequencies.map((one) => (
                <Radio key={one} value={one} label={t(`grant.${one}`)} description={t(`grant.${one}.text`)} />
              ))}
            </Stack>
          </Radio.Group>
          <TextInput
            name="reason"
            label={t('grant.reason')}
            description={t('grant.reason.hint')}
            maxLength={limits.grantReasonCharacters}
            value={reason}
            error={problems.reason}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              forget('reason')
            }}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('grant.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

const isAmount = (credits: number | string): boolean =>
  credits !== '' &&
  Number.isInteger(Number(credits)) &&
  Number(credits) >= 1 &&
  Number(credits) <= limits.maxGrantCredits
