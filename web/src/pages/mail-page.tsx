import type { Mail } from '@curbwrench/contract/mail/schemas';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Inbox } from 'lucide-react';
import { Fragment, useId, useState } from 'react';
import { getErrorMessage } from '../api/api-error.ts';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { splitMailText } from '../mail/mail-text.ts';
import { useUnsentEmails, useShowAccountEmail } from '../mail/queries.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { RowList } from '../ui/row-list.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { TableSkeleton } from '../ui/table-skeleton.tsx';

/**
 * Lists messages that could not be sent because there is no mail server. The router shows it only to
 * admins.
 */
export function MailPage() {
  const { query, more } = useUnsentEmails();
  return (
    <>
      <PageHeading
        title="Account emails"
        subtitle="Email isn't set up, so these emails weren't sent. Copy the link from one and send it yourself."
      />
      <p className="mb-5 text-ink-soft">
        Account emails are invitations, password resets, and the like. Messages about appointments
        are in the{' '}
        <Link to={paths.messageLog} className="link reach">
          message log
        </Link>
        .
      </p>
      <Loaded
        query={query}
        skeleton={<TableSkeleton rows={4} />}
        failure="We couldn't load the emails."
        getCause={getErrorMessage}
      >
        {(messages) =>
          messages.length === 0 ? (
            <EmptyState framed icon={<Inbox aria-hidden />}>
              No emails.
            </EmptyState>
          ) : (
            <>
              <RowList label="Emails">
                {messages.map((mail) => (
                  <EmailRow key={mail.id} mail={mail} />
                ))}
              </RowList>
              <ShowMore noun="emails" more={more} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function EmailRow({ mail }: { mail: Mail }) {
  const id = useId();
  const { timeZone } = useBusiness();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <h2 className="font-sans text-base font-normal tracking-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex w-full items-start gap-3 px-4 py-3 text-left transition-colors hover:bg-well focus-visible:-outline-offset-3 sm:px-5"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-semibold wrap-anywhere">{mail.subject}</span>
            <span className="block text-sm wrap-anywhere text-ink-soft">
              To {mail.to}, <span className="figures">{displayInstantIn(timeZone, mail.at)}</span>
            </span>
          </span>
          <ChevronDown
            className={classNames(
              'mt-1 size-5 shrink-0 text-ink-soft transition-transform',
              isOpen && 'rotate-180',
            )}
            aria-hidden
          />
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className="border-t border-line bg-well px-4 py-4 sm:px-5">
        {isOpen &&
          (mail.text === null ? <HiddenText id={mail.id} /> : <MailText text={mail.text} />)}
      </div>
    </>
  );
}

/**
 * Hides a message whose link would let anyone who sees it act as the recipient. The message is shown on request,
 * and the request is recorded.
 */
function HiddenText({ id }: { id: number }) {
  const show = useShowAccountEmail(id);
  if (show.data) return <MailText text={show.data.text} />;
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <p>
        This email contains a one-time link meant for its recipient. Viewing it is recorded in the
        audit trail.
      </p>
      {show.error && (
        <p role="alert" className="text-danger">
          {getErrorMessage(show.error)}
        </p>
      )}
      <Button pending={show.isPending} pendingLabel="Showing..." onClick={() => show.mutate()}>
        Show message
      </Button>
    </div>
  );
}

function MailText({ text }: { text: string }) {
  return (
    <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">
      {splitMailText(text, [location.origin]).map(({ text: partText, path }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of a message never move
        <Fragment key={index}>
          {path === undefined ? (
            partText
          ) : (
            <a href={path} className="link -my-2.5 inline-block py-2.5">
              {partText}
            </a>
          )}
        </Fragment>
      ))}
    </p>
  );
}
