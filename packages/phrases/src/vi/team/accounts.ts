import type english from '../../en/team/accounts.ts'
import type { Translation } from '../../translation.ts'

export default {
  'chooser.title': 'Bạn có thể tham gia các tài khoản qua lời mời',
  'chooser.text': 'Chọn nơi làm việc. Mỗi tài khoản có phòng, thành viên và tín dụng riêng.',
  'chooser.empty': 'Bạn chưa thuộc tài khoản nào, bạn có thể tạo tài khoản mới của riêng mình.',
  'chooser.failed': 'Không tải được danh sách tài khoản',
  'chooser.list': 'Tài khoản của bạn',
  'chooser.active': 'Đang mở',
  members_other: '{{count, number}} thành viên',
  'role.owner': 'Chủ sở hữu',
  'role.admin': 'Quản trị viên',
  'role.member': 'Thành viên',
  ownedBy: 'Chủ sở hữu:',
  'card.menu': 'Những gì có thể làm với {{account}}',
  'create.button': 'Tạo tài khoản',
  'create.title': 'Tạo tài khoản',
  'create.text':
    'Tài khoản là không gian riêng của một nhóm: thành viên, phòng, tín dụng. Ban đầu có một phòng tên “General”, mở cho mọi người trong tài khoản.',
  'create.additional':
    'Tín dụng miễn phí hằng tháng được giới hạn theo từng người. Tài khoản bổ sung bắt đầu không có tín dụng.',
  'create.name': 'Tên tài khoản',
  'create.name.hint': 'Một nhóm, một công ty, hoặc tên của bạn',
  'create.name.missing': 'Hãy đặt tên cho tài khoản.',
  'create.name.tooLong_other': 'Tối đa {{count, number}} ký tự.',
  'create.logo': 'Logo (nếu muốn)',
  'create.logo.choose': 'Chọn ảnh',
  'create.logo.change': 'Chọn ảnh khác',
  'create.logo.remove': 'Bỏ ảnh',
  'create.logo.hint': 'PNG hoặc JPEG, tối đa {{megabytes}} MB',
  'create.logo.tooLarge': 'Tệp {{file}} lớn hơn {{megabytes}} MB.',
  'create.submit': 'Tạo tài khoản',
  'create.done': '{{name}} đã sẵn sàng.',
  'create.logoFailed': '{{name}} đã sẵn sàng, nhưng không tải logo lên được.',
  'suspended.title': '{{account}} đang bị tạm ngưng',
  'suspended.text':
    'Quản trị viên máy chủ đã tạm ngưng tài khoản này. Các cuộc trò chuyện và tệp được giữ lại, nhưng không ai mở được cho đến khi tài khoản được khôi phục.',
  'suspended.reason': 'Lý do',
  'suspended.others': 'Chọn tài khoản khác',
  'suspended.badge': 'Bị tạm ngưng',
} as const satisfies Translation<typeof english, 'vi'>
