import type english from '../../en/mails/security-mails.ts'
import type { Translation } from '../../translation.ts'

export default {
  'secondFactorOn.subject': 'Đăng nhập Atrium của bạn từ nay yêu cầu yếu tố thứ hai',
  'secondFactorOn.text': 'Từ nay, khi đăng nhập Atrium bằng mật khẩu, bạn còn cần mã từ ứng dụng xác thực.',
  'secondFactorOff.subject': 'Đăng nhập Atrium của bạn không còn yêu cầu yếu tố thứ hai',
  'secondFactorOff.text': 'Yếu tố thứ hai của đăng nhập Atrium vừa được tắt. Chỉ cần mật khẩu là đủ.',
  'recoveryCodesRenewed.subject': 'Mã khôi phục Atrium mới',
  'recoveryCodesRenewed.text':
    'Các mã khôi phục mới đã được tạo cho đăng nhập Atrium của bạn. Các mã cũ không còn dùng được.',
  'recoveryCodeUsed.subject': 'Một mã khôi phục của bạn đã được dùng',
  'recoveryCodeUsed.text':
    'Có người, hy vọng là bạn, vừa đăng nhập Atrium bằng một mã khôi phục của bạn. Số mã chưa dùng còn lại: {{left}}.',
  'passkeyAdded.subject': 'Đã thêm một khóa truy cập vào đăng nhập Atrium của bạn',
  'passkeyAdded.text':
    'Một khóa truy cập vừa được thêm. Ai giữ khóa này đều có thể đăng nhập Atrium với tư cách của bạn.',
  'passkeyRemoved.subject': 'Đã gỡ một khóa truy cập khỏi đăng nhập Atrium của bạn',
  'passkeyRemoved.text':
    'Một khóa truy cập vừa được gỡ. Khóa này không còn dùng để đăng nhập Atrium được nữa.',
  'deletionRequested.subject': 'Dữ liệu Atrium của bạn sẽ bị xóa',
  'deletionRequested.text':
    'Bạn đã yêu cầu xóa thông tin đăng nhập Atrium. Mọi thứ của bạn sẽ bị xóa sau ngày {{date}}. Cho đến lúc đó, bạn có thể hoàn tác bằng cách đăng nhập: {{url}}',
  'deletionUndone.subject': 'Thông tin đăng nhập Atrium của bạn được giữ lại',
  'deletionUndone.text': 'Việc xóa thông tin đăng nhập Atrium của bạn đã được hoàn tác. Mọi thứ vẫn như cũ.',
  'exportReady.subject': 'Dữ liệu Atrium của bạn đã sẵn sàng',
  'exportReady.text':
    'Bản sao dữ liệu mà bạn yêu cầu đã sẵn sàng. Hãy tải xuống từ hồ sơ của bạn trước ngày {{date}}: {{url}}',
  'adminMade.subject': 'Bạn hiện quản trị Atrium',
  'adminMade.text':
    'Bạn hiện là quản trị viên hệ thống của Atrium. Nhà cung cấp, gói, mọi người và tình trạng nằm ở mục “Hệ thống” trong trình đơn tài khoản: {{url}}',
  'adminRemoved.subject': 'Bạn không còn quản trị Atrium',
  'adminRemoved.text':
    'Một quản trị viên hệ thống đã kết thúc vai trò quản trị hệ thống Atrium của bạn. Nhóm và cuộc trò chuyện của bạn vẫn giữ nguyên.',
  'signedOutByAdmin.subject': 'Bạn đã bị đăng xuất khỏi Atrium',
  'signedOutByAdmin.text':
    'Một quản trị viên hệ thống đã đăng xuất bạn khỏi Atrium trên mọi thiết bị. Bạn có thể đăng nhập lại như thường.',
  'unlockedByAdmin.subject': 'Bạn có thể đăng nhập lại Atrium',
  'unlockedByAdmin.text':
    'Đã có quá nhiều lần đăng nhập Atrium bằng tên bạn không thành công. Quản trị viên hệ thống đã mở khóa, bạn có thể thử lại ngay.',
  notYou: 'Nếu không phải bạn, hãy đặt mật khẩu mới ngay và kiểm tra các phiên của bạn: {{url}}',
  'suspendedByAdmin.subject': 'Tài khoản Atrium của bạn bị tạm ngưng',
  'suspendedByAdmin.text':
    'Quản trị viên hệ thống đã tạm ngưng tài khoản Atrium của bạn. Bạn không thể đăng nhập cho đến khi được khôi phục. Dữ liệu của bạn được giữ lại.',
  'reinstatedByAdmin.subject': 'Tài khoản Atrium của bạn đã được khôi phục',
  'reinstatedByAdmin.text':
    'Quản trị viên hệ thống đã bỏ tạm ngưng tài khoản Atrium của bạn. Bạn có thể đăng nhập như bình thường.',
  'deletedByAdmin.subject': 'Tài khoản Atrium của bạn đã bị xóa',
  'deletedByAdmin.text':
    'Quản trị viên hệ thống đã xóa tài khoản Atrium của bạn. Mọi dữ liệu của bạn sẽ bị xóa vĩnh viễn sau ngày {{date}}. Nếu đây là nhầm lẫn, hãy yêu cầu quản trị viên khôi phục trước ngày đó.',
  'restoredByAdmin.subject': 'Tài khoản Atrium của bạn đã được khôi phục',
  'restoredByAdmin.text':
    'Quản trị viên hệ thống đã khôi phục tài khoản Atrium của bạn. Mọi thứ vẫn như cũ và bạn có thể đăng nhập như bình thường.',
} as const satisfies Translation<typeof english, 'vi'>
