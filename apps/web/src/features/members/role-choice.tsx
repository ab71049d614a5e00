import type { InvitedRole } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

type RoleChoiceProps = { role: InvitedRole; onChange: (role: InvitedRole) => void; label: string }

/** What somebody is to be in the account; owners are made by handing it over. */
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
