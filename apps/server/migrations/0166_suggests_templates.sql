-- Whether templates are suggested to a person while they type.
alter table user_profile add column suggests_templates boolean not null default true;
