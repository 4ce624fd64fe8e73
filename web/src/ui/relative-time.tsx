interface RelativeTimeProps {
  /** ISO 8601. */
  instant: string;
  /** The exact time in words, on hover and for a screen reader. */
  exact: string;
  /** What is shown: '5m ago'. */
  children: string;
}

/** A relative time that keeps its exact one. */
export function RelativeTime({ instant, exact, children }: RelativeTimeProps) {
  return (
    <time dateTime={instant} title={exact} className="figures whitespace-nowrap">
      <span aria-hidden>{children}</span>
      <span className="sr-only">{exact}</span>
    </time>
  );
}
