-- The HTML version of an email. It contains the same codes and links as the text, so it is deleted together with it.
alter table emails add column html text;
alter table emails add constraint emails_html_check check (html is null or text is not null);
