-- Names in Chinese characters have the family first and no space, as the product writes them from now on.
update identity_user set name = trim(user_profile.last_name) || trim(user_profile.first_name), updated_at = now()
from user_profile
where user_profile.user_id = identity_user.id
  and trim(user_profile.first_name) ~ '^[\u3400-\u9fff]+$' and trim(user_profile.last_name) ~ '^[\u3400-\u9fff]+$';

-- Vietnamese names have the family first.
update identity_user set name = trim(user_profile.last_name) || ' ' || trim(user_profile.first_name), updated_at = now()
from user_profile
where user_profile.user_id = identity_user.id and trim(user_profile.first_name) <> ''
  and lower(normalize(user_profile.last_name, NFC)) ~ '[ơưảẻỉỏủỷạẹịọụỵấầẩẫậắằẳẵặếềểễệốồổỗộớờởỡợứừửữự]';
