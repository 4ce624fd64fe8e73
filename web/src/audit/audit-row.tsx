import type { AuditEntry } from '@curbwrench/contract/audit/schemas';
import { MoveRight } from 'lucide-react';
import { useBusiness } from '../business/queries.ts';
import { displayInstantIn } from '../lib/business-time.ts';
import { fieldText, subjectText, valueText } from './audit-text.ts';

type Change = AuditEntry['changes'][number];

/** Shows one entry: who, what, when, and each field's old and new value. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { timeZone } = useBusiness();
  const { actor, action, subject, at, changes } = entry;
  return (
    <article className="px-4 py-3 sm:px-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 font-sans text-base font-normal tracking-normal wrap-anywhere">
          <strong className="font-semibold">{actor?.name ?? 'The system'}</strong>{' '}
          {actionTexts[action]}{' '}
          <span className="figures" title={subject.id}>
            {subjectText(subject)}
          </span>
        </h2>
        <time dateTime={at} className="figures text-sm whitespace-nowrap text-ink-soft">
          {displayInstantIn(timeZone, at)}
        </time>
      </header>
      {changes.length > 0 && (
        <dl className="mt-1.5 grid gap-x-4 grid-cols-[6.5rem_minmax(0,1fr)] gap-y-1 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
          {changes.map((change) => (
            <div key={change.field} className="contents">
              <dt className="min-w-0 wrap-anywhere text-ink-soft">{fieldText(change.field)}</dt>
              <dd className="figures min-w-0 wrap-anywhere">
                <ChangeText change={change} timeZone={timeZone} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

const actionTexts: Record<AuditEntry['action'], string> = {
  created: 'created',
  changed: 'changed',
  deleted: 'deleted',
  erased: 'erased the personal data of',
  viewed: 'viewed',
};

function ChangeText({ change, timeZone }: { change: Change; timeZone: string }) {
  const { field, before, after, erased, secret } = change;
  if (secret) return <em className="text-ink-faint">a secret, changed</em>;
  if (erased) return <em className="text-ink-faint">personal, erased since</em>;
  const format = (value: string | null) => value && valueText(field, value, timeZone);
  if (before === null) return <Value>{format(after)}</Value>;
  return (
    <>
      <del className="text-ink-soft no-underline">
        <Value>{format(before)}</Value>
      </del>{' '}
      <MoveRight className="mx-0.5 inline size-4 text-ink-faint" aria-label="to" />{' '}
      <ins className="font-medium no-underline">
        <Value>{format(after)}</Value>
      </ins>
    </>
  );
}

/** Shows a value of the audit trail, or 'nothing'. */
function Value({ children }: { children: string | null }) {
  return children === null || children === '' ? (
    <span className="text-ink-faint">nothing</span>
  ) : (
    children
  );
}
