-- What admins edit is called a message template, since a text is also an SMS.

-- Changes that are not in the audit trail yet have the old name of the table. Its entries keep the subject message_text.
select seal_audit(2147483647);

alter table message_texts rename to message_templates;
alter table message_templates rename constraint message_texts_pkey to message_templates_pkey;
alter table message_templates rename constraint message_texts_channel_check to message_templates_channel_check;
alter table message_templates rename constraint message_texts_subject_check to message_templates_subject_check;
alter table message_templates rename constraint message_texts_body_check to message_templates_body_check;
alter table message_templates rename constraint message_texts_kind_channel_key to message_templates_kind_channel_key;
alter table message_templates rename constraint message_texts_updated_by_fkey to message_templates_updated_by_fkey;
alter sequence message_texts_version_seq rename to message_templates_version_seq;

update outbox set kind = 'message_template' where kind = 'message_text';

update audit_columns set table_name = 'message_templates' where table_name = 'message_texts';
delete from audit_tables where table_name = 'message_texts';
select audit_table('message_templates', 'message_template', 'id', action => 'changed');
