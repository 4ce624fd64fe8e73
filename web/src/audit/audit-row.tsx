import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import { MoveRight } from 'lucide-react';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import type { AuditDetail } from './audit-details.ts';
import { describeEntries } from './audit-text.ts';

/**
 * Shows what one action changed: a sentence, and below it the old and new values that the sentence does not mention.
 */
export function AuditRow({ entries }: { entries: readonly [AuditEntry, ...AuditEntry[]] }) {
  const { timeZone, currency } = useBusiness();
  const [{ actor, action, subject, at }] = entries;
  const { sentence, details } = describeEntries(entries, { timeZone, currency });
  return (
    <article className="px-4 py-3 sm:px-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 sm:flex-nowrap">
        <h2
          className="figures min-w-0 font-sans text-base font-normal tracking-normal text-pretty wrap-anywhere"
          title={subject.id}
        >
          <strong className="font-semibold">{actor?.name ?? 'The system'}</strong> {sentence}
        </h2>
        <time dateTime={at} className="figures text-sm whitespace-nowrap text-ink-soft">
          {displayInstantIn(timeZone, at)}
        </time>
      </header>
      {details.length > 0 && (
        <dl className="mt-1.5 grid gap-x-4 grid-cols-[6.5rem_minmax(0,1fr)] gap-y-1 text-sm sm:grid-cols-[12rem_minmax(0,1fr)]">
          {details.map((detail) => (
            <div key={`${detail.label} ${detail.before} ${detail.after}`} className="contents">
              <dt className="min-w-0 wrap-anywhere text-ink-soft first-letter:uppercase">
                {detail.label}
              </dt>
              <dd className="figures min-w-0 wrap-anywhere">
                <DetailText detail={detail} action={action} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

function DetailText({ detail, action }: { detail: AuditDetail; action: AuditEntry['action'] }) {
  const { before, after, note } = detail;
  switch (note) {
    case 'secret':
      return <em className="text-ink-faint">Secret changed</em>;
    case 'erased':
      return <em className="text-ink-faint">Personal data, since erased</em>;
    case 'file':
      return before === null ? 'added' : after === null ? 'removed' : 'replaced';
    case null:
      break;
  }
  if (before === null || action === 'deleted') return <Value>{before ?? after}</Value>;
  return (
    <>
      <del className="text-ink-soft no-underline">{before}</del>{' '}
      <MoveRight className="mx-0.5 inline size-4 text-ink-faint" aria-label="to" />{' '}
      <ins className="font-medium no-underline">
        <Value>{after}</Value>
      </ins>
    </>
  );
}

/** Shows a value of the audit trail, or 'nothing'. */
function Value({ children }: { children: string | null }) {
  return children ?? <span className="text-ink-faint">nothing</span>;
}
