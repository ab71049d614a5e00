import { type AccountId, limits, type Member, type UserId } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, NumberInput, Text } from '@mantine/core'
import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { nameOf } from '../../entities/accounts/members-page.ts'
import { memberChanges } from '../../entities/accounts/members.ts'
import { useTranslation } from '../../lib/translate.ts'

type LimitDialogProps = { accountId: AccountId; member: Member & { id: UserId }; onClose: () => void }

const most = 1_000_000_000

/** A member's maximum credits per month, empty for no limit, and additional credits of each month. */
export function LimitDialog({ accountId, member, onClose }: LimitDialogProps) {
  const { t } = useTranslation(['members', 'common'])
  const [limit, setLimit] = useState<number | string>(member.monthlyCreditLimit ?? '')
  const [extra, setExtra] = useState<number | string>(member.monthlyExtraCredits || '')
  const name = nameOf(member)
  const extraCredits = Number(extra)
  const isExtra =
    Number.isInteger(extraCredits) && extraCredits >= 0 && extraCredits <= limits.monthlyExtraCreditsMax
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'extra'>(
    () => (isExtra ? {} : { extra: t('limit.extraWrong') }),
    async () => {
      await memberChanges(accountId).setLimit(member.id, {
        limit: limit === '' ? null : Number(limit),
        ...(extraCredits !== member.monthlyExtraCredits && { extra: extraCredits }),
      })
      void showToast(t('limit.done', { name }), 'good')
      onClose()
    },
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('limit.title', { name })}
      size="sm"
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Text c="dimmed" size="sm" mb="md">
          {t('limit.text')}
        </Text>
        <FailureNote failure={failure} />
        <NumberInput
          data-autofocus
          label={t('limit.label')}
          description={t('limit.none')}
          inputWrapperOrder={['label', 'input', 'description']}
          min={0}
          max={most}
          decimalScale={3}
          thousandSeparator=" "
          allowNegative={false}
          hideControls
          value={limit}
          onChange={setLimit}
        />
        <NumberInput
          mt="md"
          name="extra"
          label={t('limit.extra')}
          description={t('limit.extraText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=" "
          hideControls
          value={extra}
          error={problems.extra}
          onChange={(value) => {
            setExtra(value)
            forget('extra')
          }}
        />
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('limit.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
