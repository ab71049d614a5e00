import type english from '../en/errors.ts'
import type { Translation } from '../translation.ts'

export default {
  NO_ANSWER: 'Đã xảy ra lỗi',
  TIMED_OUT: 'Có vẻ việc này mất hơi nhiều thời gian! Vui lòng thử lại sau ít phút.',
  INVALID_RESPONSE: 'Cấu trúc phản hồi không hợp lệ',

  INVALID_INPUT: 'Một phần nội dung đã nhập không hợp lệ.',
  CONTEXT_MISMATCH: 'Tài khoản hoặc phòng đã thay đổi trong lúc đó. Vui lòng tải lại trang.',
  ACCOUNT_REQUIRED: 'Hãy chọn một tài khoản trước.',
  ROOM_REQUIRED: 'Hãy chọn một phòng trước.',
  NOT_FOUND: 'Không có gì ở đây, hoặc không có gì bạn được phép xem.',
  METHOD_NOT_ALLOWED: 'Đã xảy ra lỗi',
  REQUEST_TIMEOUT: 'Có vẻ việc này mất hơi nhiều thời gian! Vui lòng thử lại sau ít phút.',
  CONFLICT: 'Có người vừa thay đổi nội dung này cùng lúc. Vui lòng tải lại.',
  IDEMPOTENCY_KEY_REUSED: 'Nội dung này đã được gửi ở dạng khác. Vui lòng tải lại trang.',
  IDEMPOTENCY_IN_PROGRESS: 'Yêu cầu này vẫn đang được xử lý.',
  PAYLOAD_TOO_LARGE: 'Nội dung này lớn hơn mức có thể gửi.',
  UNSUPPORTED_MEDIA_TYPE: 'Đã xảy ra lỗi',
  RATE_LIMITED: 'Quá nhiều yêu cầu. Vui lòng thử lại sau.',
  INTERNAL: 'Đã xảy ra lỗi',
  UNAVAILABLE: 'Dịch vụ tạm thời không khả dụng.',

  UNAUTHENTICATED: 'Vui lòng đăng nhập.',
  SESSION_ENDED: 'Phiên của bạn đã kết thúc. Vui lòng đăng nhập lại.',
  ORIGIN_REFUSED: 'Trang này được mở từ một địa chỉ không được phép đăng nhập.',
  FORBIDDEN: 'Bạn không có quyền làm việc này.',
  TERMS_NOT_ACCEPTED: 'Vui lòng chấp nhận điều khoản sử dụng trước.',
  NOT_A_MEMBER:
    'Bạn không có quyền thực hiện thao tác này. Có vẻ bạn hiện không phải là thành viên của không gian làm việc này. Vui lòng liên hệ quản trị viên để được cấp quyền.',

  INVALID_CREDENTIALS: 'Địa chỉ email hoặc mật khẩu không đúng.',
  EMAIL_NOT_VERIFIED: 'Vui lòng xác nhận địa chỉ email bằng mã đã gửi cho bạn.',
  CODE_NOT_ACCEPTED: 'Mã này không đúng hoặc không còn hiệu lực. Hãy yêu cầu mã mới.',
  CODE_RECENTLY_SENT: 'Mã vừa được gửi. Vui lòng chờ trước khi yêu cầu mã khác.',
  PASSWORD_TOO_WEAK: 'Mật khẩu này chưa đáp ứng các quy tắc.',
  PASSWORD_TOO_COMMON: 'Mật khẩu này thuộc nhóm được dùng nhiều nhất. Vui lòng chọn mật khẩu khác.',
  SIGN_UP_REFUSED: 'Địa chỉ email này chưa được phép đăng ký.',

  ACCOUNT_LIMIT_REACHED: 'Bạn đã sở hữu số tài khoản tối đa cho một người.',
  LAST_OWNER: 'Một tài khoản luôn có chủ sở hữu. Trước tiên hãy chuyển giao cho người khác.',
  ALREADY_A_MEMBER: 'Người này đã là thành viên của tài khoản.',
  ALREADY_INVITED: 'Địa chỉ này đã được mời.',
  TOO_MANY_INVITES: 'Có quá nhiều lời mời đang chờ. Trước tiên hãy rút lại một số lời mời.',
  INVITE_NOT_VALID: 'Lời mời này không hợp lệ hoặc không còn hợp lệ. Hãy xin lời mời mới.',
  INVITE_FOR_ANOTHER_ADDRESS:
    'Lời mời này được gửi đến một địa chỉ email khác. Hãy đăng nhập bằng địa chỉ đó.',
  ROOM_NAME_TAKEN: 'Tên phòng đã tồn tại',
  PUBLIC_ROOM_MEMBER: 'Thành viên phòng công khai không được phép thực hiện thao tác này',
  ROOM_OWNER_STAYS:
    'Phòng luôn có một chủ sở hữu. Trước tiên hãy đặt người khác làm quản trị viên của phòng.',
  FILE_NOT_SUPPORTED: 'Tệp bạn tải lên không được hỗ trợ.',
  FILE_TOO_LARGE: 'Tệp lớn hơn mức cho phép.',
  UPLOAD_REFUSED: 'Việc tải lên mất quá nhiều thời gian. Vui lòng thử lại.',

  NOT_ENOUGH_CREDITS: 'Không còn đủ tín dụng cho câu hỏi này.',
  CREDITS_EXHAUSTED: 'Đã dùng hết tín dụng.',
  TOKEN_LIMIT_REACHED:
    'Cuộc trò chuyện dài hơn mức mô hình này đọc được. Hãy chọn mô hình có giới hạn lớn hơn hoặc bắt đầu cuộc trò chuyện mới.',
  REQUEST_NOT_PERMITTED: 'Yêu cầu này không được phép.',
  MODEL_NOT_AVAILABLE: 'Mô hình này không khả dụng. Vui lòng chọn mô hình khác.',
  TOO_MANY_ANSWERS: 'Quá nhiều câu trả lời đang được viết cho bạn cùng lúc. Hãy chờ một câu hoàn tất.',

  PROVIDER_RATE_LIMITED: 'Mô hình đang nhận quá nhiều câu hỏi. Vui lòng thử lại sau ít phút.',
  PROVIDER_UNAVAILABLE: 'Hiện không kết nối được với mô hình. Hãy thử lại hoặc chọn mô hình khác.',
  PROVIDER_REFUSED_KEY:
    'Mô hình không chấp nhận khóa đã thiết lập. Người vận hành dịch vụ có thể khắc phục điều này.',
  PROVIDER_REJECTED: 'Mô hình không xử lý được câu hỏi này.',
  PROVIDER_DROPPED: 'Kết nối với mô hình bị ngắt. Phần đã nhận được giữ lại.',
  PROVIDER_STALLED: 'Mô hình đã ngừng viết. Phần đã nhận được giữ lại.',
  PROVIDER_MALFORMED: 'Mô hình đã gửi nội dung không đọc được.',
  PROVIDER_EMPTY: 'Mô hình kết thúc mà không có câu trả lời.',
  CONTENT_FILTERED: 'Mô hình từ chối trả lời câu hỏi này.',
  ANSWER_TOO_LONG: 'Câu trả lời đã chạm giới hạn. Phần đã nhận được giữ lại.',
  ANSWER_INTERRUPTED: 'Câu trả lời bị gián đoạn. Phần đã nhận được giữ lại.',
} as const satisfies Translation<typeof english, 'vi'>
