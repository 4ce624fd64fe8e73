interface RelativeTimeProps {
  /** ISO 8601. */
  instant: string;
  /** The exact time as text. */
  exact: string;
  /** The relative time: 'just now', '5m ago'. */
  children: string;
}

/** Shows a relative time, with the exact time on hover and for screen readers. */
export function RelativeTime({ instant, exact, children }: RelativeTimeProps) {
  return (
    <time dateTime={instant} title={exact} className="figures whitespace-nowrap">
      <span aria-hidden>{children}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
