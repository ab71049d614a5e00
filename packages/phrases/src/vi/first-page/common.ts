import type english from '../../en/first-page/common.ts'
import type { Translation } from '../../translation.ts'

export default {
  productName: 'Atrium',
  'action.cancel': 'Hủy',
  'action.close': 'Đóng',
  'action.tryAgain': 'Thử lại',
  'action.goToRooms': 'Đến các phòng của bạn',
  loading: 'Đang tải…',
  skipToContent: 'Chuyển đến nội dung',
  'language.label': 'Ngôn ngữ',
  'scheme.label': 'Giao diện',
  'scheme.light': 'Sáng',
  'scheme.dark': 'Tối',
  'scheme.auto': 'Theo hệ thống',
  'page.notFound.title': 'Không tìm thấy trang',
  'page.notFound.text': 'Rất tiếc, chúng tôi không tìm thấy trang bạn đang tìm.',
  'page.forbidden.title': 'Không có quyền truy cập',
  'page.forbidden.text':
    'Trang này chỉ dành cho một số người và bạn không nằm trong số đó. Quản trị viên tài khoản của bạn có thể thay đổi điều này.',
  'page.serverError.title': 'Đã có lỗi ở phía chúng tôi',
  'page.serverError.text': 'Những gì bạn đã viết không bị mất. Vui lòng thử lại sau giây lát.',
  'page.maintenance.title': 'Atrium đang được bảo trì',
  'page.maintenance.text':
    'Dịch vụ hiện chưa dùng được. Trang này sẽ tự kiểm tra và đưa bạn trở lại ngay khi dịch vụ hoạt động.',
  'page.maintenance.until':
    'Bảo trì theo kế hoạch kết thúc vào khoảng {{time}}. Khi đó trang này sẽ đưa bạn trở lại; các câu trả lời của bạn được giữ nguyên.',
  'page.maintenance.checking': 'Đang kiểm tra lại…',
  'page.comingSoon.title': 'Sắp ra mắt',
  'page.comingSoon.text': 'Phần này của Atrium chưa mở.',
  'page.earlyAccessFull.title': 'Đợt truy cập sớm đã đủ người',
  'page.earlyAccessFull.text':
    'Địa chỉ email này chưa được phép đăng ký. Nếu bạn được mời, hãy dùng địa chỉ đã nhận lời mời, hoặc hỏi người đã mời bạn.',
  'page.earlyAccessFull.action': 'Quay lại đăng nhập',
} as const satisfies Translation<typeof english, 'vi'>
