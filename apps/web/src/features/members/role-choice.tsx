import type { InvitedRole } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'

type RoleChoiceProps = { role: InvitedRole; onChange: (role: InvitedRole) => void; label: string }

/** The role of a person in the account; owners are made by transferring it. */
export function RoleChoice({ role, onChange, label }: RoleChoiceProps) {
  const { t } = useTranslation('accounts')
  return (
    <Select<InvitedRole>
      label={label}
      value={role}
      onChange={(chosen) => chosen && onChange(chosen)}
      allowDeselect={false}
      data={[
        { value: 'member', label: t('role.member') },
        { value: 'admin', label: t('role.admin') },
      ]}
    />
  )
}
